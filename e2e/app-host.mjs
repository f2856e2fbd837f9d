// Runs the built app many times in one process, one run after the other: most of a start goes into starting Node and
// loading packages. Each run evaluates the app's file again and gives it separate arguments, environment, output and
// requests to end. If a run ends unasked, this process ends with it.

import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';

/** @typedef {{ kind: 'begin', app: string, args: string[], env: Record<string, string> } | { kind: 'stop' } | { kind: 'typed', line: string }} Order */
/** @typedef {{ kind: 'said', text: string } | { kind: 'ended', code: number }} Report */

const exit = process.exit.bind(process);
let runs = 0;

/** @param {Report} what */
const report = (what) => void process.send?.(what);

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (/** @type {any} */ text, /** @type {any[]} */ ...rest) => {
    report({ kind: 'said', text: String(text) });
    rest.findLast((value) => typeof value === 'function')?.();
    return true;
  };
}

// Acts as a terminal into which a person types the lines of the test, without reporting one.
const typed = Object.assign(new PassThrough(), { isTTY: true });
Object.defineProperty(process, 'stdin', { value: typed });
process.stdout.isTTY = true;

process.on('disconnect', () => exit(1));
process.on('message', (/** @type {Order} */ order) => {
  if (order.kind === 'typed') {
    typed.write(`${order.line}\n`);
    return;
  }
  if (order.kind === 'stop') {
    process.emit('SIGTERM');
    return;
  }
  for (const name of Object.keys(process.env)) {
    delete process.env[name];
  }
  Object.assign(process.env, order.env);
  process.argv = [process.execPath, order.app, ...order.args];
  runs += 1;
  import(`${pathToFileURL(order.app)}?run=${runs}`);
});

const ours = new Set(
  [process, process.stdout].flatMap((emitter) => listenersOf(emitter).map(([, listener]) => listener)),
);

// A run ends with this call.
process.exit = /** @type {typeof process.exit} */ (
  (code = 0) => {
    if (code !== 0) {
      exit(code);
    }
    for (const emitter of [process, process.stdout]) {
      for (const [event, listener] of listenersOf(emitter)) {
        if (!ours.has(listener)) {
          emitter.off(event, listener);
        }
      }
    }
    report({ kind: 'ended', code: 0 });
  }
);

/**
 * @param {import('node:events').EventEmitter} emitter
 * @returns {[string | symbol, (...values: any[]) => void][]}
 */
function listenersOf(emitter) {
  return emitter
    .eventNames()
    .flatMap((event) => emitter.listeners(event).map((listener) => /** @type {any} */ ([event, listener])));
}
