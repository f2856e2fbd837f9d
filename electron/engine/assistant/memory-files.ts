import { z } from 'zod';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { countWords, estimateOfWords } from '#shared/entries/token-estimate.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { maxEditableBytes, readVersion } from '../app-files/file-version.ts';
import { isBelow } from '../app-files/is-below.ts';
import { type FileInfo, type Ports, sameFile, type Watch } from '../ports.ts';
import { createSignal } from '../signal.ts';
import type { Turn } from '../workspace/access.ts';
import type { Base } from '../workspace/base.ts';

/** Paths outside the workspace that the person lets an assistant read: as they are listed, and where they really are. */
const approvalsSchema = z.strictObject({ approved: z.array(z.string()) });

/**
 * The files an assistant reads before the memory. One outside the workspace, even by a link, needs approval. Until then it is
 * not so much as looked for: on some systems, a path alone can have a server asked for it.
 */
export function createMemoryFiles({ ports, layout, dataFolder, tell }: Base, listed: () => readonly string[]) {
  const { files, paths } = ports;
  const hinted = createSignal();
  let known: readonly KnownFile[] = [];
  let watch: { readonly places: string; readonly watch: Watch } | null = null;
  /** In the workspace's own data, where no assistant and no copied folder can write. */
  const approvalsPath = (): string => paths.join(dataFolder.current(), 'approvals.json');
  const approvals = async (): Promise<ReadonlySet<string>> =>
    new Set((await readAppJson(ports, approvalsPath(), approvalsSchema, { approved: [] })).approved);

  function ofPath(path: string, what: (file: KnownFile) => string | null): string {
    const [found] = known.filter(({ view }) => view.path === path).flatMap((file) => what(file) ?? []);
    if (found === undefined) {
      throw new ContextureError('not_found', `${path} is not one of the files that are read here.`, { path });
    }
    return found;
  }

  async function watchAgain(): Promise<void> {
    const places = known.flatMap(({ view }) => (view.state === 'unapproved' ? [] : view.place));
    if (watch?.places === places.join('\n')) {
      return;
    }
    await watch?.watch.close();
    const watched = { files: places, folders: [], archive: null };
    watch =
      places.length === 0
        ? null
        : { places: places.join('\n'), watch: ports.watcher.watch(watched, () => void hinted.emit()) };
  }

  return {
    hinted,
    /** Reads what is new. Never rejects: a file that can't be read is a state of it. */
    async refresh(_: Turn): Promise<void> {
      try {
        const wanted = listed();
        const approved = wanted.length === 0 ? new Set<string>() : await approvals();
        // The memory itself is read after all of them.
        const taken = new Set([(await files.realPath(layout.contextPath)) ?? layout.contextPath]);
        const next: KnownFile[] = [];
        for (const path of wanted) {
          const found = await lookAtFile(ports, path, { root: layout.root, approved, taken, known });
          if (found.view.state === 'read') {
            taken.add(found.view.place);
          }
          next.push(found);
        }
        const isNews = JSON.stringify(next.map(({ view }) => view)) !== JSON.stringify(known.map(({ view }) => view));
        known = next;
        await watchAgain();
        if (isNews) {
          tell('sources.changed', {});
        }
      } catch (error) {
        ports.log('warn', `The memory files could not be looked at: ${toContextureError(error).code}.`);
      }
    },
    list: (): readonly MemoryFile[] => known.map(({ view }) => view),
    /** Those that are read, in order, each once however often it is listed. */
    read: (): readonly { readonly path: string; readonly name: string; readonly text: string }[] =>
      known.flatMap(({ view: { path, name }, text }) => (text === null ? [] : [{ path, name, text }])),
    /** The text of a file that is read, by its path in the settings. @throws `not_found` for any other */
    text: (path: string): string => ofPath(path, ({ text }) => text),
    placeOf: (path: string): string => ofPath(path, ({ view }) => view.place),
    /** What the person is asked before a place is approved. @throws `not_found` for one that no file on the list has */
    question(place: string): string {
      if (!known.some(({ view, listedAs }) => view.place === place || listedAs === place)) {
        throw new ContextureError('not_found', `${place} is not one of the files that are read here.`, { path: place });
      }
      return `Let assistants of ${layout.root} read ${place} before the memory?`;
    },
    async approve(_: Turn, place: string, approve: boolean): Promise<void> {
      // Not where it leads: the person has not been told that, and is asked again if it is another place.
      const listedAs = known.filter(({ view }) => view.place === place).map((file) => file.listedAs);
      const meant = new Set([place, ...listedAs]);
      const others = [...(await approvals())].filter((each) => !meant.has(each));
      await writeAppJson(ports, approvalsPath(), { approved: approve ? [...others, ...meant] : others });
    },
    async close(): Promise<void> {
      await watch?.watch.close();
      watch = null;
    },
  };
}

type KnownFile = {
  readonly view: MemoryFile;
  /** Where the settings say it is, links not followed. */
  readonly listedAs: string;
  readonly text: string | null;
  readonly info: FileInfo | null;
};

type Reading = {
  readonly root: string;
  /** Paths outside of it that the person lets an assistant read. */
  readonly approved: ReadonlySet<string>;
  readonly taken: ReadonlySet<string>;
  readonly known: readonly KnownFile[];
};

type Blank = Omit<MemoryFile, 'state'>;

/** Where a path of the settings is: from the workspace, the home folder or anywhere. */
function placeOf({ paths }: Pick<Ports, 'paths'>, root: string, path: string): string {
  return /^(~|[/\\]|[A-Za-z]:[/\\])/.test(path) ? paths.resolve(path) : paths.join(root, path);
}

/** Looks at a file, and reads it where it may be read and is another by now. Never throws: that is a state of it. */
async function lookAtFile(ports: Ports, path: string, reading: Reading): Promise<KnownFile> {
  const place = placeOf(ports, reading.root, path);
  const blank: Blank = {
    path,
    name: ports.paths.basename(place),
    place,
    bytes: null,
    modifiedAt: null,
    tokens: 0,
    problem: null,
    outside: false,
  };
  const without = (view: Pick<MemoryFile, 'state' | 'problem'> & Partial<MemoryFile>): KnownFile => ({
    view: { ...blank, ...view },
    listedAs: place,
    text: null,
    info: null,
  });
  const unapproved = (where: string): KnownFile => {
    const problem = `It lies outside the workspace, at ${where}, and is read only if you approve it.`;
    return without({ state: 'unapproved', place: where, outside: true, problem });
  };
  if (!isBelow(ports, reading.root, place) && !reading.approved.has(place)) {
    return unapproved(place);
  }
  try {
    const real = await ports.files.realPath(place);
    if (real === null) {
      const outside = !isBelow(ports, reading.root, place);
      return without({ state: 'missing', outside, problem: `There is no file at ${place}, so it is skipped.` });
    }
    if (reading.taken.has(real)) {
      return without({ state: 'repeated', place: real, problem: 'It is read already, so it is not read again here.' });
    }
    const outside = !(await isInside(ports, reading.root, real));
    if (outside && !reading.approved.has(real)) {
      return unapproved(real);
    }
    return { ...(await readFile(ports, { ...blank, place: real, outside }, reading.known)), listedAs: place };
  } catch (error) {
    return without({ state: 'unreadable', problem: toContextureError(error).message });
  }
}

async function isInside({ files, paths }: Ports, root: string, real: string): Promise<boolean> {
  const folder = (await files.realPath(root)) ?? root;
  return isBelow({ paths }, folder, real);
}

async function readFile(ports: Ports, blank: Blank, known: readonly KnownFile[]): Promise<Omit<KnownFile, 'listedAs'>> {
  const info = await ports.files.info(blank.place);
  const before = known.find(({ view }) => view.place === blank.place && view.path === blank.path);
  if (info && before?.info && sameFile(before.info, info)) {
    return before;
  }
  if (info && info.size > maxEditableBytes) {
    const problem = `${blank.place} is over 16 MB, so it is not read.`;
    return { view: { ...blank, state: 'unreadable', problem, bytes: info.size }, text: null, info };
  }
  const version = await readVersion(ports, blank.place);
  if (version === null) {
    const problem = `There is no file at ${blank.place}, so it is skipped.`;
    return { view: { ...blank, state: 'missing', problem }, text: null, info: null };
  }
  const { text, bytes } = version;
  const isEmpty = text.trim() === '';
  const facts = { bytes: bytes.length, modifiedAt: version.info.modifiedAt };
  const view: MemoryFile = isEmpty
    ? { ...blank, ...facts, state: 'empty', problem: 'It is empty, so there is nothing to read.' }
    : { ...blank, ...facts, state: 'read', tokens: estimateOfWords(countWords(text)) };
  return { view, text: isEmpty ? null : text, info: version.info };
}
