import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { realEngine, runCommand } from './run-command.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** An empty folder, and commands on it. */
export function startWorkCommands() {
  const folder = temporaryFolder();
  const root = join(folder, 'notes');
  const home = join(folder, 'home');
  mkdirSync(root);
  const run = (args: readonly string[], input: object | string = '') =>
    runCommand([...args, '-w', root], {
      startEngine: realEngine(join(folder, 'data'), { homeFolder: home }),
      readInput: async () => (typeof input === 'string' ? input : JSON.stringify(input)),
    });
  const json = async (args: readonly string[], input?: object) =>
    JSON.parse((await run([...args, '--json'], input)).output);
  const create = async () =>
    (await run(['work', 'create', 'note_processing', '-'], { raw_notes: 'n.md' })).output.trim();
  const path = (...parts: string[]) => join(root, '.aifriday', ...parts);
  return { root, home, run, json, create, path };
}
