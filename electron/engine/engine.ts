import type { AnyEvent, MethodName, ParsedParams, Result } from '#shared/contract/contract.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import type { CallContext, Service } from '#shared/contract/wire/service.ts';
import { needsYou } from '#shared/formats/workflow/status.ts';
import { appHandlers } from './app/methods.ts';
import { createOpenWorkspaces } from './app/open-workspaces.ts';
import { createPreferences } from './app/preferences.ts';
import { createRecent } from './app/recent.ts';
import type { CancellationToken } from './cancellation.ts';
import { connectionsHandlers } from './connections/methods.ts';
import { createConversations } from './conversations/conversations.ts';
import { decisionsAtHand } from './decisions/at-hand.ts';
import type { Handler } from './handlers.ts';
import { memoriesAtHand, otherMemories } from './memories/at-hand.ts';
import { memoriesHandlers } from './memories/methods.ts';
import { createFolderLister, type Projects } from './memories/project-folder.ts';
import { nameByPlace } from './memories/read-memory.ts';
import { countPending, type PendingCounter } from './memories/waiting.ts';
import { openWorkspace, type WorkspaceOptions } from './open-workspace.ts';
import { orLogged } from './or-logged.ts';
import type { Ports } from './ports.ts';
import { damagedAtHand } from './storages/storage-files.ts';
import { transferHandlers } from './transfer/methods.ts';
import { createWorkFiles } from './work/work.ts';

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
    for (const listener of listeners) {
      listener(event);
    }
  };
  const tellSetAside = (what: string) => (aside: string) => {
    const message = `${what} could not be read. That file was set aside as ${aside}.`;
    emit({ event: 'notice', data: { workspace: null, severity: 'warning', message } });
  };
  const preferences = createPreferences(ports, tellSetAside('How you like things to look'));
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
  if (options.personLooks) {
    void orLogged(ports, 'Saving conversations automatically could not be started', conversations.start);
  }
  const app = { workspaces, preferences, recent, started: () => started, emit };
  const methods = {
    ...appHandlers(ports, app),
    ...memoriesHandlers(ports, recentPaths, projects, of, (place) => countPending(ports, place, waitingCounts)),
    ...transferHandlers({
      of,
      open: openBeside,
      realPath: (path) => ports.files.realPath(path),
      others: (token) => otherMemories(ports, recentPaths, projects(), token),
    }),
    ...connectionsHandlers(ports, of),
    ...conversations.methods,
  };
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
      void orLogged(ports, 'Conversations are still followed', () => conversations.leave(caller));
    },
    async openAtStart(request) {
      if (request === null) {
        started = { workspace: null, problem: null };
        return started;
      }
      try {
        const open = 'sample' in request ? workspaces.openSample(false) : workspaces.open(request.path, false);
        started = { workspace: await open, problem: null };
      } catch (error) {
        const { code, message, details } = toContextureError(error);
        const path = 'sample' in request ? '' : ports.paths.resolve(request.path);
        started = { workspace: null, problem: { code, message, path, startEmpty: details['startEmpty'] === true } };
      }
      return started;
    },
    lookAgain: workspaces.lookAgain,
    async close() {
      await workspaces.close();
      await conversations.close();
      listeners.clear();
    },
  };
}

/** Counts what waits in a memory that is not open. */
const waitingCounts: readonly PendingCounter[] = [
  ({ ports, layout }, { version, dataFolder }) =>
    decisionsAtHand(ports, { layout, dataFolder }, { document: layout.format.read(version.text), hash: version.hash }),
  async (at) => ({ work: (await createWorkFiles(at).list('active')).filter(needsYou).length }),
  async (at) => ({ damaged: await damagedAtHand(at) }),
];
