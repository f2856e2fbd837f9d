import type { AnyEvent } from '#shared/contract/contract.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { createErasureRegistry, type ErasureRegistry } from '../erasure/erasure-registry.ts';
import type { Drafts } from '../memory/drafts.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';
import { createSerialQueue } from '../serial-queue.ts';
import type { SettingsService } from '../settings/settings-service.ts';
import type { WorkspaceSettings } from '../settings/workspace-settings.ts';
import { notOpenError } from '../workspace/access.ts';
import { createDataFolders, type DataFolders } from '../workspace/data-folders.ts';
import { fileWorkspace, findWorkspace, holdsMemory, withWorkFolder } from '../workspace/find-workspace.ts';
import type { WorkspacePlace } from '../workspace/layout.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { Recent, RecentPlace } from './recent.ts';
import { copySample } from './sample.ts';

/** Options of a workspace to open, but for those of its host. */
export type OpenRequest = {
  readonly place: WorkspacePlace;
  readonly view: Omit<Workspace, 'writable' | 'readOnlyReason' | 'contextPath'>;
  readonly folders: DataFolders;
  readonly erasureRegistry: ErasureRegistry;
  readonly emit: (event: AnyEvent) => void;
};

/** An open workspace, as the list of them needs it. */
type AppWorkspace<W> = Pick<WorkspaceParts, 'layout'> & {
  view(): Workspace;
  readonly settings: WorkspaceSettings;
  readonly settingsService: Pick<SettingsService, 'changed'>;
  readonly drafts: Pick<Drafts, 'leave'>;
  attend(caller: string, visible: boolean): void;
  startOver(): Promise<void>;
  lookAgain(): Promise<void>;
  /** Takes the place of a closed workspace that read the same file in another form. */
  continueFrom(before: W): void;
  /** @param isReplaced true if it is opened again, and what was begun in this one goes on to its end */
  close(isReplaced?: boolean): Promise<void>;
};

/** @param openWorkspace builds one from every feature @param nameByPlace a file's name among all memories */
export function createOpenWorkspaces<W extends AppWorkspace<W>>(
  ports: Ports,
  openWorkspace: (opening: OpenRequest) => Promise<W>,
  recent: Recent,
  emit: (event: AnyEvent) => void,
  nameByPlace: (path: string) => Promise<string>,
) {
  const open = new Map<string, W>();
  /** Workspaces that hold no memory yet, so nobody has a reason to return to them. */
  const unwritten = new Map<string, RecentPlace>();
  const opening = createSerialQueue();
  const folders = createDataFolders(ports);
  const erasureRegistry = createErasureRegistry(ports);
  let closed = false;
  /** Opens one after the other, and none once all are to be closed. */
  const openInTurn = <T>(work: () => Promise<T>): Promise<T> =>
    opening(async () => {
      if (closed) {
        throw notOpenError();
      }
      return work();
    });
  const readingAnew = createReopener(ports, { open, opening: openInTurn, openAt, emit });

  /** @throws `workspace_not_open` */
  async function of(id: string): Promise<W> {
    await readingAnew.ended(id);
    const workspace = open.get(id);
    if (!workspace) {
      throw notOpenError({ workspace: id });
    }
    return workspace;
  }

  function openPath(path: string, startEmpty: boolean, sample: boolean): Promise<Workspace> {
    return openInTurn(async () => {
      const place = await findWorkspace(ports, path, { startEmpty, isKnown: folders.isKnown });
      const id = ports.hash(ports.encodeText(place.contextPath)).slice(0, 16);
      let workspace = open.get(id);
      if (!workspace) {
        const shownPath = place.isFile ? place.contextPath : place.root;
        const memoryName = place.isFile ? await nameByPlace(shownPath).catch(() => null) : null;
        const name = sample ? 'Sample' : (memoryName ?? (ports.paths.basename(shownPath) || shownPath));
        workspace = await openAt(place, { id, name, path: shownPath, sample });
      }
      const view = workspace.view();
      if (!view.sample) {
        const kind = place.isFile ? 'Markdown' : 'Contexture';
        await list(id, { path: view.path, name: view.name, kind }, await holdsMemory(ports, place));
      }
      return view;
    });
  }

  async function openAt(foundPlace: WorkspacePlace, view: OpenRequest['view']): Promise<W> {
    const place = await withWorkFolder(ports, foundPlace);
    const opened = await openWorkspace({ place, folders, erasureRegistry, emit: forward, view });
    opened.settingsService.changed.on(() => readingAnew.follow(view.id, opened));
    open.set(view.id, opened);
    return opened;
  }

  /** Adds a workspace to the list of those opened before, or keeps it for later if it is still empty. */
  async function list(id: string, opened: RecentPlace, holds: boolean): Promise<void> {
    if (!holds) {
      unwritten.set(id, opened);
      return;
    }
    unwritten.delete(id);
    // A list that can't be kept is no reason not to open a workspace on it.
    await orLogged(ports, 'The list of workspaces could not be written', async () => {
      await recent.add(opened);
      emit({ event: 'recent.changed', data: {} });
    });
  }

  function forward(event: AnyEvent): void {
    if (event.event === 'context.changed') {
      const { workspace, summary } = event.data;
      const opened = unwritten.get(workspace);
      if (opened !== undefined && summary.status === 'present') {
        void opening(() => list(workspace, opened, true));
      }
    }
    emit(event);
  }

  return {
    of,
    open: (path: string, startEmpty: boolean): Promise<Workspace> => openPath(path, startEmpty, false),
    all: (): readonly W[] => [...open.values()],
    /** Opens a workspace to bring something to it. */
    openBeside: async (path: string): Promise<W> => of((await openPath(path, false, false)).id),
    async openSample(fresh: boolean): Promise<Workspace> {
      const inUse = [...open.values()].map(({ layout }) => layout.root);
      const root = await copySample(ports, fresh, inUse);
      const view = await openPath(root, false, true);
      if (fresh) {
        await (await of(view.id)).startOver();
      }
      return view;
    },
    async lookAgain(): Promise<void> {
      await Promise.all([...open.values()].map((each) => each.lookAgain()));
    },
    leave(caller: string): void {
      for (const each of open.values()) {
        each.attend(caller, false);
        each.drafts.leave(caller);
      }
    },
    async close(): Promise<void> {
      closed = true;
      await opening(async () => undefined);
      await Promise.all([...open.values()].map((each) => each.close()));
      open.clear();
      // A closing workspace may still report a first entry, which puts it on the list.
      await opening(async () => undefined);
    },
  };
}

type OpeningServices<W> = {
  readonly open: Map<string, W>;
  /** Opens one at a time. */
  readonly opening: (work: () => Promise<void>) => Promise<void>;
  readonly openAt: (place: WorkspacePlace, view: Workspace) => Promise<W>;
  readonly emit: (event: AnyEvent) => void;
};

/** Opens memories again if another form was chosen for them, by anyone. */
function createReopener<W extends AppWorkspace<W>>(ports: Ports, { open, opening, openAt, emit }: OpeningServices<W>) {
  const underWay = new Map<string, Promise<void>>();

  async function reopen(id: string): Promise<void> {
    const before = open.get(id);
    const place = before && (await fileWorkspace(ports, before.layout.contextPath));
    if (before && place && place.reading?.chosen !== before.layout.reading?.chosen) {
      await before.close(true);
      open.delete(id);
      const after = await openAt(place, before.view());
      after.continueFrom(before);
      emit({ event: 'workspace.readAnew', data: { workspace: id, view: after.view() } });
    }
  }

  return {
    /** Resolves once a memory that is being opened again is available; never rejects. */
    ended: async (id: string): Promise<void> => underWay.get(id),
    /** Opens a memory again if its settings give another form than it was opened in. */
    follow(id: string, { settings, layout: { reading } }: W): void {
      if (reading === null || settings.current().settings.readAs === (reading.chosen ?? 'recognised')) {
        return;
      }
      const work = (): Promise<void> => opening(() => reopen(id));
      const ended = orLogged(ports, 'A memory could not be read in another form', work).finally(() => {
        if (underWay.get(id) === ended) {
          underWay.delete(id);
        }
      });
      underWay.set(id, ended);
    },
  };
}
