import type { AnyEvent, MethodName, ParsedParams, Result } from '#shared/contract/contract.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import type { CallContext, Service } from '#shared/contract/wire/service.ts';
import { needsYou } from '#shared/formats/workflow/status.ts';
import type { ConnectedId } from '#shared/programs/program-ids.ts';
import { type AppServices, appHandlers } from './app/methods.ts';
import { createOpenWorkspaces } from './app/open-workspaces.ts';
import { createPreferences } from './app/preferences.ts';
import { createRecent, type Recent, type RecentPlace } from './app/recent.ts';
import { findKnownMemories } from './backup/known-memories.ts';
import { backupHandlers } from './backup/methods.ts';
import type { PutBack } from './backup/put-back.ts';
import { createWeeklyBackups } from './backup/weekly.ts';
import { type CancellationToken, neverCancelled } from './cancellation.ts';
import { connectionsHandlers } from './connections/methods.ts';
import { createConversations } from './conversations/conversations.ts';
import { decisionsAtHand } from './decisions/at-hand.ts';
import { digestHandlers } from './digest/methods.ts';
import type { Handler } from './handlers.ts';
import { knownMemories, memoriesAtHand, otherMemories } from './memories/at-hand.ts';
import { memoriesHandlers } from './memories/methods.ts';
import { createFolderLister, type Projects } from './memories/project-folder.ts';
import { nameByPlace } from './memories/read-memory.ts';
import { countPending, type PendingCounter } from './memories/waiting.ts';
import { notificationsHandlers } from './notifications/methods.ts';
import type { NewsMemory } from './notifications/news-memory.ts';
import { createNotifications } from './notifications/notifications.ts';
import { openWorkspace, type WorkspaceOptions } from './open-workspace.ts';
import { orLogged } from './or-logged.ts';
import type { Ports } from './ports.ts';
import { removalHandlers } from './removal/methods.ts';
import { createSecrets } from './scan/secrets.ts';
import { damagedAtHand } from './storages/storage-files.ts';
import { transferHandlers } from './transfer/methods.ts';
import { updatesHandlers } from './updates/methods.ts';
import { createUpdates } from './updates/updates.ts';
import { createWorkFiles } from './work/work.ts';
import { workspaceAt } from './workspace/layout.ts';

/** The engine: one service for any number of workspaces and interfaces, independent of any host. */
export type Engine = Service & {
  /** Opens the memory a host starts with, or none; a failure is reported by `app.start`, not thrown. */
  openAtStart(request: { readonly path: string } | { readonly sample: true } | null): Promise<StartedWith>;
  /** Reads all open memories again, and re-creates their watches. Never rejects. */
  lookAgain(): Promise<void>;
  /** Waits for pending writes, then releases everything. */
  close(): Promise<void>;
};

/** Memory that was opened at a start; if it could not be, the problem. */
export type StartedWith = Pick<Result<'app.start'>, 'workspace' | 'problem'>;

export type EngineOptions = Pick<WorkspaceOptions, 'personLooks' | 'personApproves'>;

export function createEngine(
  ports: Ports,
  options: EngineOptions = { personLooks: true, personApproves: true },
): Engine {
  const listeners = new Set<(event: AnyEvent) => void>();
  const emit = (event: AnyEvent): void => {
    notifications.take(event);
    for (const listener of listeners) {
      listener(event);
    }
  };
  const tellSetAside = (what: string) => (aside: string) => emit(setAsideNotice(what, aside));
  const preferences = createPreferences(ports, tellSetAside('How you like things to look'));
  const updates = createUpdates({ ports, preferences, emit });
  listeners.add(updates.hear);
  const recent = createRecent(ports, tellSetAside('The list of what you opened before'));
  const projects = (): Projects => ({ list: createFolderLister(ports), saidBeside: conversations.foldersIn });
  const workspaces = createOpenWorkspaces(
    ports,
    (opening) => openWorkspace(ports, { ...options, ...opening }),
    recent,
    emit,
    (path) => nameByPlace(ports, path, projects()),
  );
  let started: StartedWith = { workspace: null, problem: null };
  const recentPaths = async () => (await recent.list()).map(({ path }) => path);
  const memories = (token: Pick<CancellationToken, 'cancelled'>) =>
    memoriesAtHand(ports, recentPaths, projects(), token);
  const { of, openBeside } = workspaces;
  const conversations = createConversations(ports, { of, openBeside, memories }, recentPaths, emit);
  const notifications = createNotifications(ports, {
    open: () => workspaces.all().flatMap(newsMemoryOf),
    recent: recent.list,
    fileOf: async (path) =>
      (await ports.files.info(path))?.kind === 'folder' ? workspaceAt(ports, path).contextPath : path,
    preferences: preferences.read,
    deletedTomorrow: conversations.deletedTomorrow,
    emit,
  });
  const connections = connectionsHandlers(ports, of);
  const app = { workspaces, preferences, recent, started: () => started, emit, focus: notifications.focus };
  const backups = createBackups(ports, { ...app, recentPaths, connections, close: closeAll });
  if (options.personLooks) {
    void orLogged(ports, 'Saving conversations automatically could not be started', conversations.start);
    backups.weekly.start();
  }
  const methods = {
    ...appHandlers(ports, app),
    ...memoriesHandlers(ports, recentPaths, projects, of, (place) => countPending(ports, place, waitingCounts)),
    ...digestHandlers(digestServices(ports, recentPaths, projects)),
    ...transferHandlers({
      of,
      open: openBeside,
      realPath: (path) => ports.files.realPath(path),
      others: (token) => otherMemories(ports, recentPaths, projects(), token),
    }),
    ...connections,
    ...backups.methods,
    ...conversations.methods,
    ...updatesHandlers(updates),
    ...notificationsHandlers(notifications),
  };
  async function closeAll(): Promise<void> {
    updates.close();
    await notifications.close();
    await backups.weekly.close();
    await workspaces.close();
    await conversations.close();
  }
  type Handlers<Names extends MethodName> = { readonly [N in Names]: Handler<N> };
  /** Answers to the other calls, which are about an open workspace: one that is missing doesn't compile. */
  const methodsOf = async (workspace: string): Promise<Handlers<Exclude<MethodName, keyof typeof methods>>> =>
    (await of(workspace)).methods;

  return {
    async call<N extends MethodName>(method: N, params: ParsedParams<N>, context: CallContext): Promise<Result<N>> {
      const handlers =
        method in methods ? methods : await methodsOf((params as { readonly workspace: string }).workspace);
      return (handlers as Handlers<N>)[method](params, context);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    leave(caller) {
      workspaces.leave(caller);
      notifications.leave(caller);
      void orLogged(ports, 'Conversations are still followed', () => conversations.leave(caller));
    },
    async openAtStart(request) {
      started = await openStarted(ports, workspaces, request);
      return started;
    },
    lookAgain: workspaces.lookAgain,
    async close() {
      await closeAll();
      listeners.clear();
    },
  };
}

const setAsideNotice = (what: string, aside: string): AnyEvent => {
  const message = `${what} could not be read. That file was set aside as ${aside}.`;
  return { event: 'notice', data: { workspace: null, severity: 'warning', message } };
};

/** Opens what the app was started with. A failure is shown by the page. */
async function openStarted(
  ports: Ports,
  workspaces: Pick<AppServices['workspaces'], 'open' | 'openSample'>,
  request: Parameters<Engine['openAtStart']>[0],
): Promise<StartedWith> {
  if (request === null) {
    return { workspace: null, problem: null };
  }
  try {
    const open = 'sample' in request ? workspaces.openSample(false) : workspaces.open(request.path, false);
    return { workspace: await open, problem: null };
  } catch (error) {
    const { code, message, details } = toContextureError(error);
    const path = 'sample' in request ? '' : ports.paths.resolve(request.path);
    return { workspace: null, problem: { code, message, path, startEmpty: details['startEmpty'] === true } };
  }
}

function digestServices(ports: Ports, recentPaths: () => Promise<string[]>, projects: () => Projects) {
  return {
    ports,
    known: async function* (
      { memory, also }: { readonly memory?: string | undefined; readonly also?: string | undefined },
      token: Pick<CancellationToken, 'cancelled'>,
    ) {
      const all = async () => [...(await recentPaths()), ...(also === undefined ? [] : [also])];
      const opened = memory === undefined ? await all() : [ports.paths.resolve(memory)];
      yield* knownMemories(ports, [...new Set(opened)], projects(), token);
    },
    masked: createSecrets({ ports, tell: () => undefined }).masked,
  };
}

/** An open memory for notifications; none for the sample, which is about nobody. */
function newsMemoryOf({ view, methods, dataFolder, look }: Awaited<ReturnType<typeof openWorkspace>>): NewsMemory[] {
  const { id, path, name, sample } = view();
  return sample ? [] : [{ id, path, name, lists: methods, dataFolder: dataFolder.current, look }];
}
type BackupParts = {
  readonly workspaces: {
    of(id: string): Promise<{ readonly putBack: PutBack }>;
    open(path: string, startEmpty: boolean): Promise<{ readonly id: string }>;
  };
  readonly preferences: ReturnType<typeof createPreferences>;
  readonly recent: Pick<Recent, 'add'>;
  readonly recentPaths: () => Promise<readonly string[]>;
  readonly connections: ReturnType<typeof connectionsHandlers>;
  readonly emit: (event: AnyEvent) => void;
  /** Closes everything for good. */
  readonly close: () => Promise<void>;
};

/** Creates what is about all of Contexture's data on this computer: backups, and removing it. */
function createBackups(
  ports: Ports,
  { workspaces, preferences, recent, recentPaths, connections, emit, close }: BackupParts,
) {
  const programs = async () => (await connections['connections.list']({}, unaddressed)).programs;
  const needs = {
    ports,
    recentPaths,
    connections: async () =>
      (await programs()).flatMap((program) =>
        program.connections.map(({ name, place }) => ({ program: program.id, name, place })),
      ),
    open: async (path: string) => workspaces.of((await workspaces.open(path, true)).id),
    addRecent: async (place: RecentPlace) => {
      await recent.add(place);
      emit({ event: 'recent.changed', data: {} });
    },
  };
  const weekly = createWeeklyBackups(needs, (data) => emit({ event: 'backup.changed', data }));
  const memories = async () =>
    (await findKnownMemories(ports, recentPaths)).memories.map(({ facts: { path }, layout: { archiveFolder } }) => ({
      path,
      archiveFolder,
    }));
  const endStartAtLogin = async (): Promise<void> => {
    const wanted = await preferences.write({ startAtLogin: false });
    emit({ event: 'preferences.changed', data: { preferences: wanted } });
  };
  const undo = (program: ConnectedId) => connections['connections.undo']({ program }, unaddressed);
  const disconnect = (program: ConnectedId, name: string) =>
    connections['connections.disconnect']({ program, name }, unaddressed);
  return {
    weekly,
    methods: {
      ...backupHandlers({ ...needs, weekly }),
      ...removalHandlers({ ports, programs, undo, disconnect, memories, endStartAtLogin, close }),
    },
  };
}

/** Context of calls that features make of each other. */
const unaddressed: CallContext = { ...neverCancelled, caller: '' };

/** Counts what waits in a memory that is not open. */
const waitingCounts: readonly PendingCounter[] = [
  ({ ports, layout }, { version, dataFolder }) =>
    decisionsAtHand(ports, { layout, dataFolder }, { document: layout.format.read(version.text), hash: version.hash }),
  async (at) => ({ work: (await createWorkFiles(at).list('active')).filter(needsYou).length }),
  async (at) => ({ damaged: await damagedAtHand(at) }),
];
