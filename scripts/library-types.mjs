import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { root, runTool } from './programs.mjs';

/** Output folder of the compiler's declarations, followed by their paths for each import prefix. */
const declared = join(root, '.types');
const named = { '#shared/': 'shared/', '#engine/': 'engine/', '#node/': 'electron/node/' };
const first = 'electron/library/index.d.ts';

/**
 * Writes the declarations of the library, and of all they refer to, into a folder. Imports become relative paths: other
 * projects can't resolve `#shared/`, and every type behind it would silently be `any`.
 * @param {string} folder
 * @returns {Promise<boolean>} true if it worked
 */
export async function writeLibraryTypes(folder) {
  if ((await runTool('tsc', ['-b', join(root, 'electron')])) !== 0) {
    return false;
  }
  const written = new Set([first]);
  for (const file of written) {
    const text = readFileSync(join(declared, file), 'utf8').replace(
      /(\bfrom |\bimport\()(['"])([#.][^'"]*)\2/g,
      (_, before, quote, name) => {
        const target = fileOf(name, file);
        written.add(target);
        return `${before}${quote}${pathBetween(file, target.replace(/\.d\.ts$/, '.js'))}${quote}`;
      },
    );
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    // Contexts end by `await using`, for which a program's own settings may have no library.
    writeFileSync(path, file === first ? `/// <reference lib="esnext.disposable" />\n${text}` : text);
  }
  writeFileSync(join(folder, 'index.d.ts'), `export * from './${first.replace(/\.d\.ts$/, '.js')}';\n`);
  return true;
}

/**
 * Resolves an import to its declarations, by their path in `.types`.
 * @param {string} name
 * @param {string} from
 */
function fileOf(name, from) {
  const [prefix, folder] = Object.entries(named).find(([one]) => name.startsWith(one)) ?? [];
  const path = prefix === undefined ? join(dirname(from), name) : join(folder ?? '', name.slice(prefix.length));
  return path.split(sep).join('/').replace(/\.ts$/, '.d.ts');
}

/**
 * @param {string} from
 * @param {string} to
 */
function pathBetween(from, to) {
  const path = relative(dirname(from), to).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
