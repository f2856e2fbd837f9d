import type { AnyEvent, MethodName, ParsedParams, Result } from '#shared/contract/contract.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { CallContext, Service } from '#shared/contract/wire/service.ts';
import { browse } from './app/browse.ts';
import { desktopMethods } from './app/desktop-methods.ts';
import { findKnownMemories } from './app/known-places.ts';
import { createPreferences } from './app/preferences.ts';
import { createRecent, type RecentPlace } from './app/recent.ts';
import { copySample } from './app/sample.ts';
import { archiveMethods } from './archive/methods.ts';
import { assistantMethods } from './assistant/methods.ts';
import { sourceMethods } from './assistant/source-methods.ts';
import { decisionMethods } from './decisions/methods.ts';
import { createErasureRegistry } from './erasure/erasure-registry.ts';
import { eraseMethods } from './erasure/methods.ts';
import { historyMethods } from './history/methods.ts';
import { contextMethods } from './memory/methods.ts';
import { textMethods } from './memory/text-methods.ts';
import type { Ports } from './ports.ts';
import { settingsMethods } from './settings/methods.ts';
import { createDataFolders } from './workspace/data-folders.ts';
import { createSerialQueue } from './workspace/serial-queue.ts';
import { type OpenWorkspace, openWorkspace } from './workspace/workspace.ts';
import { findWorkspace, holdsMemory } from './workspace/workspace-place.ts';

/** The engine: one service for any number of workspaces and interfaces, knowing no host. */
export type Engine = Service & {
  /** Opens what a host was started with; a failure is told to interfaces by `app.start`, not thrown. */
  openAtStart(request: { readonly path: string } | { readonly sample: true } | null): Promise<void>;
  /** Waits for what is being written, then lets go of everything. */
  close(): Promise<void>;
};

type Handlers = {
  readonly [N in MethodName]: (params: ParsedParams<N>, context: CallContext) => Promise<Result<N>>;
};

export type EngineOptions = {
  /** Whether a person looks at what this engine shows; what they have seen is noted only then. */
  readonly personLooks: boolean;
};

export function createEngine(ports: Ports, options: EngineOptions = { personLooks: true }): Engine {
  const listeners = new Set<(event: AnyEvent) => void>();
  /** Workspaces that hold no memory yet: nobody has anything to come back to there. */
  const unwritten = new Map<string, RecentPlace>();
  const emit = (event: AnyEvent): void => {
    listOnceWritten(event);
    for (const listener of listeners) {
      listener(event);
    }
  };
  const open = new Map<string, OpenWorkspace>();
  const opening = createSerialQueue();
  const folders = createDataFolders(ports);
  const erasureRegistry = createErasureRegistry(ports);
  const tellSetAside = (what: string) => (aside: string) =>
    emit({
      event: 'notice',
      data: {
        workspace: null,
        severity: 'warning',
        message: `${what} could not be read. That file was set aside as ${aside}.`,
      },
    });
  const preferences = createPreferences(ports, tellSetAside('How you like things to look'));
  const recent = createRecent(ports, tellSetAside('The list of what you opened before'));
  let started: Pick<Result<'app.start'>, 'workspace' | 'problem'> = {
    workspace: null,
    problem: null,
  };

  function workspace(id: string): OpenWorkspace {
    const found = open.get(id);
    if (!found) {
      throw new ContextureError('workspace_not_open', 'That workspace is not open any more. Open it again.', {
        workspace: id,
      });
    }
    return found;
  }

  function openPath(path: string, startEmpty: boolean, sample: boolean): Promise<Workspace> {
    return opening(async () => {
      const place = await findWorkspace(ports, path, startEmpty);
      const id = ports.hash(ports.encodeText(place.contextPath)).slice(0, 16);
      let found = open.get(id);
      if (!found) {
        const isFile = place.ownFolder === null;
        const shown = isFile ? place.contextPath : place.root;
        const name = sample ? 'Sample' : ports.paths.basename(shown) || shown;
        const view = { id, name, path: shown, sample };
        found = await openWorkspace(ports, { ...options, place, folders, erasureRegistry, emit, view });
        open.set(id, found);
      }
      const view = found.view();
      if (!view.sample) {
        const kind = place.format.id === 'context' ? 'Contexture' : 'Markdown';
        await list(id, { path: view.path, name: view.name, kind }, await holdsMemory(ports, place));
      }
      return view;
    });
  }

  /** Puts a workspace on the list of those opened before, or keeps it for later if there is nothing in it yet. */
  async function list(id: string, opened: RecentPlace, holds: boolean): Promise<void> {
    if (!holds) {
      unwritten.set(id, opened);
      return;
    }
    unwritten.delete(id);
    try {
      await recent.add(opened);
      emit({ event: 'recent.changed', data: {} });
    } catch (error) {
      // A list that can't be kept is no reason not to open what stands on it.
      ports.log('warn', `The list of workspaces could not be written: ${toContextureError(error).message}`);
    }
  }

  function listOnceWritten({ event, data }: AnyEvent): void {
    const opened = event === 'context.changed' ? unwritten.get(data.workspace) : undefined;
    if (event === 'context.changed' && opened !== undefined && data.summary.status === 'present') {
      void opening(() => list(data.workspace, opened, true));
    }
  }

  async function openSample(fresh: boolean): Promise<Workspace> {
    const root = await copySample(
      ports,
      fresh,
      [...open.values()].map(({ place }) => place.root),
    );
    const view = await openPath(root, false, true);
    if (fresh) {
      await workspace(view.id).beginAnew();
    }
    return view;
  }

  const handlers: Handlers = {
    'app.start': async () => ({
      version: ports.version,
      ...started,
      recent: await recent.list(),
      preferences: await preferences.read(),
      today: ports.clock.today(),
      abilities: { choose: ports.desktopShell !== null, reveal: ports.desktopShell !== null },
    }),
    'preferences.write': async ({ values }) => {
      const changed = await preferences.write(values);
      emit({ event: 'preferences.changed', data: { preferences: changed } });
      return changed;
    },
    'workspaces.found': async () => ({ places: await findKnownMemories(ports) }),
    'workspaces.browse': ({ folder, hidden }) => browse(ports, folder, hidden),
    'workspaces.open': ({ path, startEmpty }) => openPath(path, startEmpty, false),
    'workspaces.openSample': ({ fresh }) => openSample(fresh),
    'workspaces.recent': async () => ({ places: await recent.list() }),
    'workspaces.forget': async ({ path }) => {
      await recent.forget(path);
      emit({ event: 'recent.changed', data: {} });
      return {};
    },
    'workspaces.attend': async ({ workspace: id, visible }, { caller }) => {
      workspace(id).attend(caller, visible);
      return {};
    },
    ...desktopMethods(ports, workspace),
    ...contextMethods(workspace),
    ...archiveMethods(workspace),
    ...textMethods(workspace),
    ...historyMethods(workspace),
    ...decisionMethods(workspace),
    ...sourceMethods(workspace),
    ...assistantMethods(ports, workspace),
    ...eraseMethods(workspace),
    ...settingsMethods(workspace),
  };

  return {
    async call<N extends MethodName>(method: N, params: ParsedParams<N>, context: CallContext): Promise<Result<N>> {
      return handlers[method](params, context);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    leave(caller) {
      for (const each of open.values()) {
        each.attend(caller, false);
        each.drafts.leave(caller);
      }
    },
    async openAtStart(request) {
      if (request === null) {
        return;
      }
      try {
        const view = 'sample' in request ? await openSample(false) : await openPath(request.path, false, false);
        started = { workspace: view, problem: null };
      } catch (error) {
        const { code, message, details } = toContextureError(error);
        const path = 'sample' in request ? '' : ports.paths.resolve(request.path);
        started = { workspace: null, problem: { code, message, path, startEmpty: details['startEmpty'] === true } };
      }
    },
    async close() {
      await opening(async () => undefined);
      await Promise.all([...open.values()].map((each) => each.close()));
      open.clear();
      listeners.clear();
    },
  };
}
