import { type WorkFolder, workFolders } from '#shared/contract/features/work.ts';
import { readBytes } from '../app-files/file-version.ts';
import { orLogged } from '../or-logged.ts';
import { type FileInfo, type Ports, sameFile, type Watch } from '../ports.ts';
import type { Turn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { WorkPaths } from './places.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'access' | 'links' | 'tell' | 'keep'>;

/** Milliseconds that turn a burst of hints into one look. */
const coalesceFor = 40;
/** Limit on watches, one a workflow; the look every two seconds covers those that haven't changed for longest. */
const maxWatched = 200;

/** Last state seen: each context of active workflows, but only the ids of completed ones. */
type SeenWorkflows = {
  readonly active: ReadonlyMap<string, FileInfo>;
  readonly completed: { readonly info: FileInfo | null; readonly ids: ReadonlySet<string> };
};

type IdsIn = (where: WorkFolder) => Promise<string[]>;

/** Notices other programs' changes to workflows, once someone asked for them, and keeps each version in the history. */
export function createWorkFollowing(needs: Needs, places: WorkPaths, idsIn: IdsIn) {
  const { ports, access, links, tell } = needs;
  let isFollowed = false;
  let isClosed = false;
  let seen: SeenWorkflows = { active: new Map(), completed: { info: null, ids: new Set() } };
  let watch: { readonly watch: Watch; readonly of: string } | null = null;
  let forgetHint = (): void => undefined;

  /** Keeps what another program wrote. Our own versions are kept already, and not noted again. */
  async function keep(id: string): Promise<void> {
    const path = places.context('active', id);
    await orLogged(ports, 'A version of a workflow could not be kept', async () => {
      await links.checkInside(path);
      const version = await readBytes(ports, path);
      if (version) {
        await needs.keep(path, version);
      }
    });
  }

  async function watchAgain(): Promise<void> {
    const newest = [...seen.active]
      .sort(([, one], [, other]) => other.modifiedAt - one.modifiedAt)
      .slice(0, maxWatched);
    const ids = newest.map(([id]) => id).sort();
    const of = ids.join('\n');
    if (isClosed || watch?.of === of) {
      await watch?.watch.check();
      return;
    }
    const before = watch?.watch;
    const targets = {
      files: ids.map((id) => places.context('active', id)),
      folders: workFolders.map(places.placeFolder),
      archive: null,
    };
    watch = { of, watch: ports.watcher.watch(targets, hinted) };
    await before?.close();
  }

  function hinted(): void {
    forgetHint();
    forgetHint = ports.clock.after(coalesceFor, () => {
      void orLogged(ports, 'The workflows could not be looked at', () => access.inTurn(refresh));
    });
  }

  /** Looks for changes and reports them. Never rejects: what can't be listed counts as unchanged. */
  async function refresh(_: Turn): Promise<void> {
    if (!isFollowed || isClosed) {
      return;
    }
    await orLogged(ports, 'The workflows could not be listed', async () => {
      const before = seen;
      seen = await readActive(ports, places, idsIn, seen);
      const changed = [...seen.active].filter(([id, info]) => !sameFile(before.active.get(id) ?? null, info));
      for (const [id] of changed) {
        await keep(id);
      }
      const others = [
        ...[...before.active.keys()].filter((id) => !seen.active.has(id)),
        ...differing(before.completed.ids, seen.completed.ids),
      ];
      const ids = [...new Set([...changed.map(([id]) => id), ...others])];
      if (ids.length > 0) {
        tell('work.changed', { ids });
      }
      await watchAgain();
    });
  }

  const tidying = createTidying(needs, places);

  return {
    refresh,
    /** Follows them from now on. Their present state is no news. */
    async follow(turn: Turn): Promise<void> {
      if (isFollowed || isClosed) {
        return;
      }
      isFollowed = true;
      await orLogged(ports, 'The workflows could not be listed', async () => {
        seen = await readActive(ports, places, idsIn, seen);
        await watchAgain();
      });
      // Changes may have come while that began.
      await refresh(turn);
    },
    /** Takes in what a step of ours wrote, and reports it. @param paths any files */
    async took(paths: readonly string[]): Promise<void> {
      const ids = [...new Set(paths.map(places.idOf))].filter((id) => id !== null);
      if (ids.length === 0) {
        return;
      }
      const active = new Map(seen.active);
      tidying.later(ids);
      for (const id of ids) {
        const info = await ports.files.info(places.context('active', id));
        if (info) {
          active.set(id, info);
        } else {
          active.delete(id);
        }
      }
      seen = { ...seen, active };
      tell('work.changed', { ids });
    },
    async close(): Promise<void> {
      isClosed = true;
      forgetHint();
      await tidying.now();
      await watch?.watch.close();
    },
  };
}

/** Milliseconds for which a superseded file stays beside its place to be looked at once more. */
const supersededFor = 3000;

/** Removes leftover folders of workflows that went elsewhere, once they are empty. */
function createTidying({ ports, access }: Needs, places: WorkPaths) {
  const waiting = new Set<string>();
  let forget = (): void => undefined;
  /** Runs under the lock, since one of us may be about to fill an empty folder. */
  async function now(): Promise<void> {
    forget();
    const ids = [...waiting];
    waiting.clear();
    if (ids.length > 0) {
      await orLogged(ports, 'Empty folders of workflows could not be removed', () =>
        access.inTurn((turn) => access.lockedIfMade(turn, () => tidy(ids))),
      );
    }
  }

  async function tidy(ids: readonly string[]): Promise<void> {
    for (const [where, id] of ids.flatMap((each) => workFolders.map((place) => [place, each] as const))) {
      // An agent may have made an empty folder in an existing workflow, to put something in.
      const isThere = await ports.files.info(places.context(where, id)).catch(() => 'unknown');
      if (isThere === null) {
        await ports.files.removeEmptyFolders(places.folder(where, id));
      }
    }
  }

  return {
    now,
    later(ids: readonly string[]): void {
      for (const id of ids) {
        waiting.add(id);
      }
      forget();
      forget = ports.clock.after(supersededFor, () => void now());
    },
  };
}

async function readActive(
  ports: Ports,
  places: WorkPaths,
  idsIn: IdsIn,
  before: SeenWorkflows,
): Promise<SeenWorkflows> {
  const active = new Map<string, FileInfo>();
  for (const id of await idsIn('active')) {
    const info = await ports.files.info(places.context('active', id));
    if (info) {
      active.set(id, info);
    }
  }
  const info = await ports.files.info(places.placeFolder('completed'));
  const isSame = sameFile(info, before.completed.info);
  return { active, completed: isSame ? before.completed : { info, ids: new Set(await idsIn('completed')) } };
}

const differing = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] => [
  ...[...one].filter((each) => !other.has(each)),
  ...[...other].filter((each) => !one.has(each)),
];
