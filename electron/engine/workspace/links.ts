import { z } from 'zod';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { LinkOut } from '#shared/contract/features/memory.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { isBelow } from '../app-files/is-below.ts';
import type { Ports } from '../ports.ts';
import { createSignal } from '../signal.ts';
import type { WorkspaceLayout } from './layout.ts';

/** Places outside that the person lets a workspace's links lead to, by the workspace's root. */
const approvalsSchema = z.record(z.string(), z.array(z.string()));

export type Links = ReturnType<typeof createLinks>;

/**
 * Follows the workspace's own links that lead out of it. Until the person approves their destination, the workspace is
 * read-only, and what lies behind is shown only to the person.
 * @param personApproves true if a person who can approve it sees what is read here; else it is not read
 */
export function createLinks(ports: Ports, layout: WorkspaceLayout, personApproves: boolean) {
  const { files, paths } = ports;
  /** Kept outside the workspace's own data, since a link may decide which folder that is. */
  const approvalsPath = paths.join(ports.dataFolder, 'approved-links.json');
  const changed = createSignal();
  const ends = pathsOf(paths, layout);
  const followed = withFolders(paths, layout.root, ends);
  let known: readonly LinkOut[] = [];
  /** Destination of each path at the last look. */
  const led = new Map<string, string>();
  /** Error that kept us from finding destinations: then any path may lead anywhere. */
  let failure: ContextureError | null = null;

  const readApprovals = () => readAppJson(ports, approvalsPath, approvalsSchema, {});
  const isWithin = (folder: string, place: string): boolean => place === folder || isBelow(ports, folder, place);

  /** @throws `io_failed`, `no_permission` if a destination can't be found */
  async function find(): Promise<readonly LinkOut[]> {
    const root = await files.destination(layout.root);
    const outsideOf = async (looked: readonly string[]): Promise<LinkOut[]> => {
      const places = await Promise.all(looked.map((path) => files.destination(path)));
      return looked.flatMap((path, at) => {
        const place = places[at] ?? path;
        led.set(path, place);
        return isWithin(root, place) ? [] : [{ name: layout.nameOf(path), place }];
      });
    };
    // Nearly always everything is where it seems to be, so the links needn't be found.
    if ((await outsideOf(ends)).length === 0) {
      return [];
    }
    const outside = await outsideOf(followed);
    const approved = (await readApprovals())[layout.root] ?? [];
    const open = unapproved(outside, approved, paths, (name) => placeIn(layout.pathOf(name)));
    // A place reached through a link that is already named needs no name itself.
    return open.filter(({ name }) => !open.some((above) => above.name !== name && isWithin(above.name, name)));
  }

  /** Place of a path. It may be deeper than the folders looked at, and any of its parents may be a link. */
  function placeIn(path: string): string {
    const folder = paths.dirname(path);
    const isDeeper = !led.has(folder) && isBelow(ports, layout.root, folder);
    return paths.join(isDeeper ? placeIn(folder) : (led.get(folder) ?? folder), paths.basename(path));
  }
  const isWhereItWas = async (path: string) => (await files.destination(path)) === (led.get(path) ?? placeIn(path));

  async function readTargets(): Promise<void> {
    const before = JSON.stringify([known, failure?.message]);
    try {
      // A passing failure is no reason to withhold everything.
      known = await find().catch(find);
      failure = null;
    } catch (error) {
      failure = toContextureError(error);
    }
    if (JSON.stringify([known, failure?.message]) !== before) {
      await changed.emit();
    }
  }

  function problem(of: readonly LinkOut[]): ContextureError | null {
    const [first] = of;
    const error = first && new ContextureError('outside_workspace', sentence(of), { path: first.place });
    return failure ?? error ?? null;
  }

  function checkKnown(place: string): void {
    if (!known.some((link) => link.place === place)) {
      const message = `No link of this workspace leads to ${place} now, so nothing was approved.`;
      throw new ContextureError('not_found', message, { path: place });
    }
  }

  const behind = (path: string): readonly LinkOut[] => known.filter(({ name }) => isWithin(name, layout.nameOf(path)));

  /**
   * Checks whether a path leads where it led: right before it is written and after it was read, since a link may have
   * been changed meanwhile.
   * @throws `outside_workspace`, or the error that keeps that from being found out
   */
  async function checkStill(path: string, why: () => ContextureError | null = () => problem(known)): Promise<void> {
    if (!(await isWhereItWas(path))) {
      await readTargets();
    }
    const found = why();
    if (found || !(await isWhereItWas(path))) {
      const message = `${path} was made a link meanwhile, so it was left alone. Put the file back, then try again.`;
      throw found ?? new ContextureError('outside_workspace', message, { path });
    }
  }

  return {
    /** Emitted when another link leads out, or none does any more. */
    changed,
    /** Links whose destination is not approved. */
    out: (): readonly LinkOut[] => known,
    /** Checks where the links lead now. Never rejects. */
    refresh: readTargets,
    /** Checks again before a write. @throws `outside_workspace`, or the error that keeps that from being found out */
    async check(): Promise<void> {
      await readTargets();
      const found = problem(known);
      if (found) {
        throw found;
      }
    },
    checkStill,
    /** @throws `outside_workspace` for a path behind a link that leads out */
    checkInside: (path: string): Promise<void> => checkStill(path, () => problem(behind(path))),
    /** Reason why nothing can be written now; null if it can. */
    problem: (): ContextureError | null => problem(known),
    /** Reason why a path is neither kept nor given to assistants; null if it is. */
    withheld: (path: string): ContextureError | null => problem(behind(path)),
    /** Reason why a path is not even read here; null if it is. */
    unread: (path: string): ContextureError | null => (personApproves ? null : problem(behind(path))),
    /** Question for the person before it is approved. @throws `not_found` if no link leads to that place */
    question(place: string): string {
      checkKnown(place);
      const names = known.filter((link) => link.place === place).map(({ name }) => name);
      return `Let ${names.join(' and ')} in ${layout.root} lead to ${place}, to be read and changed there?`;
    },
    /** @throws `not_found` if no link leads to that place */
    async approve(place: string, approve: boolean): Promise<void> {
      await readTargets();
      if (approve) {
        checkKnown(place);
      }
      const approvals = await readApprovals();
      const others = (approvals[layout.root] ?? []).filter((each) => each !== place);
      const changedHere = { [layout.root]: approve ? [...others, place] : others };
      await writeAppJson(ports, approvalsPath, { ...approvals, ...changedHere });
      await readTargets();
    },
  };
}

/**
 * Links that are not allowed. In a folder that links may lead to, anything that is no link itself is allowed, too.
 * @param outside links that lead out, the folders first
 * @param placeIn gives a name's place in its folder, if it is no link itself
 */
function unapproved(
  outside: readonly LinkOut[],
  approved: readonly string[],
  { dirname }: Ports['paths'],
  placeIn: (name: string) => string,
): readonly LinkOut[] {
  const allowed = new Set<string>();
  for (const { name, place } of outside) {
    if (approved.includes(place) || (allowed.has(dirname(name)) && place === placeIn(name))) {
      allowed.add(name);
    }
  }
  return outside.filter(({ name }) => !allowed.has(name));
}

/** Paths of a workspace that are read or written. */
function pathsOf({ join }: Ports['paths'], layout: WorkspaceLayout): readonly string[] {
  const {
    contextPath,
    isFile,
    archiveFolder,
    conversationsFolder,
    storagesFolder,
    storageDatabase,
    workFolder,
    settingsPath,
    lockPath,
    ownFolder,
  } = layout;
  if (isFile) {
    return [contextPath];
  }
  const all = [
    contextPath,
    archiveFolder,
    conversationsFolder,
    storagesFolder,
    storageDatabase,
    workFolder,
    settingsPath,
    lockPath,
    join(ownFolder, 'id'),
    `${lockPath}.held`,
  ];
  return all.filter((path) => path !== null);
}

/** Adds the folders on the way to each path, which come first. */
function withFolders({ dirname }: Ports['paths'], root: string, ends: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const end of ends) {
    for (let at = end; at !== root && at !== dirname(at); at = dirname(at)) {
      found.add(at);
    }
  }
  return [...found].sort((one, other) => one.length - other.length);
}

function sentence(links: readonly LinkOut[]): string {
  const named = links.map(({ name, place }) => `${name} leads to ${place}`).join(', and ');
  const those = links.length === 1 ? 'that place is' : 'those places are';
  return `${named}, outside the workspace. Until ${those} approved in the app, nothing in this workspace is changed, and assistants are given nothing from there.`;
}
