import { Readable, Writable } from 'node:stream';
import { runCommandLine } from '../command-line/program.ts';
import type { Runtime } from '../command-line/runtime.ts';
import { startRealEngine } from './faults/real-engine.ts';

type RuntimeInTest = Pick<Runtime, 'startEngine'> & Partial<Runtime>;

/**
 * Runs a command in this process and collects its output. By default it has no input, no browser, nobody who answers,
 * and nobody who ends it.
 */
export async function runCommand(args: readonly string[], runtime: RuntimeInTest) {
  const said = { output: '', errors: '' };
  const write = (text: string): void => {
    said.output += text;
  };
  const code = await runCommandLine(args, {
    version: '1.2.3',
    rendererFolder: '',
    write,
    writeExact: write,
    writeError: (text) => {
      said.errors += text;
    },
    readInput: async () => '',
    pipe: () => ({ input: Readable.from([]), output: new Writable() }),
    openBrowser: async () => false,
    asksToStop: async () => undefined,
    secret: null,
    releases: null,
    hearTyped: () => null,
    ...runtime,
  });
  return { code, ...said };
}

/** Starts an engine on the real disk for a command, which closes it. */
export const realEngine =
  (...options: Parameters<typeof startRealEngine>): Runtime['startEngine'] =>
  () => {
    const { engine, close } = startRealEngine(...options);
    return { engine: { ...engine, close }, log: () => undefined };
  };
