import { createWire, type Handlers, type Wire } from '../wire.ts';

/** What the parts of the stand-in answer when the process with the browser asks. Each adds its own. */
export const answers: Record<string, (...values: never[]) => unknown> = {};

/** The process that has the browser. */
export const browser: Wire = createWire(
  {
    send: (message) => process.send?.(message),
    on: (event, listener) => process.on(event, listener),
  },
  answers as Handlers,
);
