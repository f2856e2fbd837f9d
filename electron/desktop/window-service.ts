import type { AnyEvent, Result } from '#shared/contract/contract.ts';
import type { UndoRedo } from '#shared/contract/features/memory.ts';
import type { Service } from '#shared/contract/wire/service.ts';

export type WindowServiceOptions = {
  /** Resolves once the memory that the app starts with is open. */
  readonly opened: () => Promise<void>;
  readonly onMayClose: (may: boolean) => void;
  /** Called with what can be undone in the workspace that the page shows, again at each change. */
  readonly onUndoRedo: (undoRedo: UndoRedo) => void;
};

/** Wraps the engine for one window's page, and adds calls and events of this window. */
export function createWindowService(engine: Service, options: WindowServiceOptions) {
  const listeners = new Set<(event: AnyEvent) => void>();
  let shownWorkspace: string | null = null;
  const service: Service = {
    async call(method, params, context) {
      if (method === 'app.mayClose') {
        options.onMayClose((params as { may: boolean }).may);
      }
      if (method === 'app.start') {
        await options.opened();
      }
      const result = await engine.call(method, params, context);
      if (method === 'context.read') {
        shownWorkspace = (params as { workspace: string }).workspace;
        options.onUndoRedo((result as Result<'context.read'>).summary.undoRedo);
      }
      return result;
    },
    subscribe(listener) {
      listeners.add(listener);
      const unsubscribe = engine.subscribe((event) => {
        if (event.event === 'context.changed' && event.data.workspace === shownWorkspace) {
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
    /** Sends an event to this window's page alone. False if no page listens. */
    tell(event: AnyEvent): boolean {
      for (const listener of listeners) {
        listener(event);
      }
      return listeners.size > 0;
    },
  };
}
