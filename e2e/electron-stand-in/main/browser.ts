import { createWire, type Handlers, type Wire } from '../wire.ts';

/** Answers to the process with the browser. Each part of the stand-in adds its own. */
export const answers: Record<string, (...values: never[]) => unknown> = {};

/** The process with the browser. */
export const browser: Wire = createWire(
  {
    send: (message) => process.send?.(message),
    on: (event, listener) => process.on(event, listener),
  },
  answers as Handlers,
);
