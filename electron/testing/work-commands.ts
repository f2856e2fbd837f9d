import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { runCommandLine } from '../command-line/program.ts';
import { startRealEngine } from './faults/real-engine.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** An empty folder, and commands on it. */
export function startWorkCommands() {
  const folder = temporaryFolder();
  const root = join(folder, 'notes');
  const home = join(folder, 'home');
  mkdirSync(root);
  const run = async (args: readonly string[], input: object | string = '') => {
    const said = { output: '', errors: '' };
    const code = await runCommandLine([...args, '-w', root], {
      version: '1.2.3',
      rendererFolder: '',
      startEngine: () => {
        const { engine, close } = startRealEngine(join(folder, 'data'), { homeFolder: home });
        return { engine: { ...engine, close }, log: () => undefined };
      },
      write: (text) => {
        said.output += text;
      },
      writeExact: () => undefined,
      writeError: (text) => {
        said.errors += text;
      },
      readInput: async () => (typeof input === 'string' ? input : JSON.stringify(input)),
      pipe: () => ({ input: Readable.from([]), output: new Writable() }),
      openBrowser: async () => false,
      asksToStop: async () => undefined,
      secret: null,
      hearTyped: () => null,
    });
    return { code, ...said };
  };
  const json = async (args: readonly string[], input?: object) =>
    JSON.parse((await run([...args, '--json'], input)).output);
  const create = async () =>
    (await run(['work', 'create', 'note_processing', '-'], { raw_notes: 'n.md' })).output.trim();
  const path = (...parts: string[]) => join(root, '.aifriday', ...parts);
  return { root, home, run, json, create, path };
}
