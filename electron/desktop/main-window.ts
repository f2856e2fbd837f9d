import type { StartedWith } from '#engine/engine.ts';
import { logsProblems } from '#node/log.ts';
import type { AnyEvent, Result } from '#shared/contract/contract.ts';
import type { MenuItemName } from '#shared/contract/features/app.ts';
import type { UndoRedo } from '#shared/contract/features/memory.ts';
import type { NewsTarget } from '#shared/contract/features/notifications.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { createHost } from '#shared/contract/wire/host.ts';
import type { Service } from '#shared/contract/wire/service.ts';
import type { ViewId } from '#shared/views.ts';
import { createClosing } from './closing.ts';
import { warnIn } from './desktop-shell.ts';
import type { IpcConnections } from './ipc-transport.ts';
import { recoverFromCrashes } from './page-crashes.ts';
import { createWindow, keepWindowPlace, loadPage, type WindowOptions } from './window.ts';
import type { WindowPlace } from './window-state.ts';

export type MainWindow = ReturnType<typeof openMainWindow>;

export type MainWindowOptions = WindowOptions &
  Omit<WindowServiceOptions, 'onMayClose' | 'onUnsaved'> & {
    readonly engine: Service;
    readonly connections: IpcConnections;
    /** View to begin with; null for the usual one. */
    readonly view: ViewId | null;
    /** Keeps where the window is. Never rejects. */
    readonly keepPlace: (place: WindowPlace) => Promise<void>;
    /** Name for its page's connections in the engine. */
    readonly caller: string;
    /** Called when the page or the person kept the window open. */
    readonly onKeptOpen: () => void;
    readonly isQuitting: () => boolean;
    /** Called when the window may close; `forQuit` if it was to close because the app quits. */
    readonly onMayClose: (forQuit: boolean) => void;
    readonly quit: () => void;
    /** Called to replace the window by one that begins without a memory. */
    readonly onStartWithout: () => void;
    /** Called when the system wants to end the session while text is unsaved. It was asked to wait. */
    readonly onSessionEnding: () => void;
    /** Called when the session ends, and the process soon with it. */
    readonly onSessionEnd: () => void;
    /** Called when the window is gone; `saved` resolves once its place is. */
    readonly onClosed: (saved: Promise<void>) => void;
  };

export function openMainWindow(options: MainWindowOptions) {
  const { caller, engine, connections, log } = options;
  const window = createWindow(options);
  const placeSaved = keepWindowPlace(window, options.keepPlace);
  /** Events for a page that is still loading. */
  const unsent: AnyEvent[] = [];
  let forQuit = false;
  let isUnsaved = false;

  const service = createWindowService(engine, {
    ...options,
    onMayClose: (may) => {
      closing.answered(may);
      if (!may) {
        options.onKeptOpen();
      }
    },
    onUnsaved: (unsaved) => {
      isUnsaved = unsaved;
    },
  });
  const closing = createClosing({
    ask: () => service.tell({ event: 'app.closing', data: {} }),
    close: (isAnswered) => {
      if (window.isDestroyed()) {
        return;
      }
      if (isAnswered) {
        options.onMayClose(forQuit);
      } else {
        window.destroy();
      }
    },
    closeUnanswered: async () => {
      const response = await warnIn(window, {
        message: 'Contexture does not answer.',
        detail: 'What you typed last may not be saved yet.',
        buttons: ['Wait', 'Close Anyway'],
      });
      if (response === 0) {
        options.onKeptOpen();
      }
      return response === 1;
    },
  });

  window.on('close', (event) => {
    // Remember the reason, since the person may take a while to decide, and then quitting or closing goes on.
    forQuit = options.isQuitting();
    if (!closing.requested()) {
      event.preventDefault();
    }
  });
  // The guard of a page against leaving would keep the window open, although the person has agreed.
  window.webContents.on('will-prevent-unload', (event) => {
    if (closing.isClosing()) {
      event.preventDefault();
    }
  });
  // Windows alone has these two, and sends no other word before it ends the process.
  window.on('query-session-end', (event) => {
    if (isUnsaved) {
      event.preventDefault();
      options.onSessionEnding();
    }
  });
  window.on('session-end', options.onSessionEnd);
  window.once('closed', () => options.onClosed(placeSaved()));
  connections.serve(window.webContents, (connection) => {
    createHost(service, connection, { caller, onProblem: logsProblems(log) });
    connection.onClose(() => {
      isUnsaved = false;
      closing.pageGone();
    });
    unsent.splice(0).forEach(send);
  });
  recoverFromCrashes(window, {
    log,
    isClosing: closing.isClosing,
    notify,
    startWithout: options.onStartWithout,
    quit: options.quit,
  });
  loadPage(window, log, options.view);

  function send(event: AnyEvent): void {
    if (!service.tell(event)) {
      unsent.push(event);
    }
  }
  function notify(message: string): void {
    send({ event: 'notice', data: { workspace: null, severity: 'warning', message } });
  }

  return {
    window,
    caller,
    shown: service.shown,
    /** Like `openPath`, asks the page. False if there is none yet: it will ask what to show once it is loaded. */
    run: (item: MenuItemName): boolean => service.tell({ event: 'menu.chosen', data: { item } }),
    openPath: (path: string): boolean => service.tell({ event: 'open.requested', data: { path } }),
    notify,
    /** Leads the page to what a notification is about. */
    lead: (target: NewsTarget): void => send({ event: 'notifications.chosen', data: target }),
    focus: (): void => {
      if (window.isMinimized()) {
        window.restore();
      }
      window.show();
      window.focus();
    },
  };
}

type WindowServiceOptions = {
  /** Resolves once the memory that the window starts with is open. */
  readonly opened: Promise<StartedWith>;
  /** Called when the page shows another memory. */
  readonly onShown: () => void;
  readonly onMayClose: (may: boolean) => void;
  readonly onUnsaved: (unsaved: boolean) => void;
  /** Called with what can be undone in the workspace that the page shows, again at each change. */
  readonly onUndoRedo: (undoRedo: UndoRedo) => void;
};

/** Wraps the engine for one window's page, and adds calls and events of this window. */
function createWindowService(engine: Service, options: WindowServiceOptions) {
  const listeners = new Set<(event: AnyEvent) => void>();
  /** Memories the page has opened, by their id. */
  const seen = new Map<string, Workspace>();
  let shown: Workspace | null = null;
  const show = (workspace: Workspace | null): void => {
    if (workspace !== null && workspace.id !== shown?.id) {
      seen.set(workspace.id, workspace);
      shown = workspace;
      options.onShown();
    }
  };
  void options.opened.then(({ workspace }) => show(workspace));
  const service: Service = {
    async call(method, params, context) {
      if (method === 'app.mayClose') {
        options.onMayClose((params as { may: boolean }).may);
      }
      if (method === 'app.noteUnsaved') {
        options.onUnsaved((params as { unsaved: boolean }).unsaved);
      }
      const result = await engine.call(method, params, context);
      if (method === 'app.start') {
        const started = await options.opened;
        // A page that is loaded again goes on with what it showed.
        return { ...result, ...(shown === null ? started : { workspace: shown, problem: null }) };
      }
      if (method === 'workspaces.open' || method === 'workspaces.openSample') {
        const opened = result as Workspace;
        seen.set(opened.id, opened);
      }
      if (method === 'context.read') {
        show(seen.get((params as { workspace: string }).workspace) ?? null);
        options.onUndoRedo((result as Result<'context.read'>).summary.undoRedo);
      }
      return result;
    },
    subscribe(listener) {
      listeners.add(listener);
      const unsubscribe = engine.subscribe((event) => {
        if (event.event === 'context.changed' && event.data.workspace === shown?.id) {
          options.onUndoRedo(event.data.summary.undoRedo);
        }
        listener(event);
      });
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
    leave: (caller) => engine.leave(caller),
  };
  return {
    ...service,
    /** Memory that the page shows; null for none. */
    shown: (): Workspace | null => shown,
    /** Sends an event to this window's page alone. False if no page listens. */
    tell(event: AnyEvent): boolean {
      for (const listener of listeners) {
        listener(event);
      }
      return listeners.size > 0;
    },
  };
}
