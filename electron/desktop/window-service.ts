import type { AnyEvent } from '#shared/contract/events.ts';
import type { Service } from '#shared/contract/service.ts';

export type WindowService = Service & {
  /** Tells this window's page alone. False if no page listens. */
  tell(event: AnyEvent): boolean;
};

export type WindowServiceOptions = {
  readonly opened: () => Promise<void>;
  readonly onMayClose: (may: boolean) => void;
};

/** The engine as one window's page sees it: the same, and what concerns this window beside it. */
export function createWindowService(engine: Service, options: WindowServiceOptions): WindowService {
  const listeners = new Set<(event: AnyEvent) => void>();
  return {
    async call(method, params, context) {
      if (method === 'app.mayClose') {
        options.onMayClose((params as { may: boolean }).may);
      }
      if (method === 'app.start') {
        await options.opened();
      }
      return engine.call(method, params, context);
    },
    subscribe(listener) {
      listeners.add(listener);
      const unsubscribe = engine.subscribe(listener);
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
    leave: (caller) => engine.leave(caller),
    tell(event) {
      for (const listener of listeners) {
        listener(event);
      }
      return listeners.size > 0;
    },
  };
}
