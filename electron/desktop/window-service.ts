import type { AnyEvent, Result } from '#shared/contract/contract.ts';
import type { UndoRedo } from '#shared/contract/features/memory.ts';
import type { Service } from '#shared/contract/wire/service.ts';

export type WindowServiceOptions = {
  /** Resolves once what the app was started with is open. */
  readonly opened: () => Promise<void>;
  readonly onMayClose: (may: boolean) => void;
  /** The page shows a workspace, and what can be undone there is that. Called again with each change. */
  readonly onUndoRedo: (undoRedo: UndoRedo) => void;
};

/** The engine as one window's page sees it: the same, and what concerns this window beside it. */
export function createWindowService(engine: Service, options: WindowServiceOptions) {
  const listeners = new Set<(event: AnyEvent) => void>();
  let shown: string | null = null;
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
        shown = (params as { workspace: string }).workspace;
        options.onUndoRedo((result as Result<'context.read'>).summary.undoRedo);
      }
      return result;
    },
    subscribe(listener) {
      listeners.add(listener);
      const unsubscribe = engine.subscribe((event) => {
        if (event.event === 'context.changed' && event.data.workspace === shown) {
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
    /** Tells this window's page alone. False if no page listens. */
    tell(event: AnyEvent): boolean {
      for (const listener of listeners) {
        listener(event);
      }
      return listeners.size > 0;
    },
  };
}
