import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { root, runTool } from './programs.mjs';

/** Where the compiler leaves declarations, by the name that imports begin with. */
const declared = join(root, '.types');
const named = { '#shared/': 'shared/', '#engine/': 'engine/', '#node/': 'electron/node/' };
const first = 'electron/library/index.d.ts';

/**
 * Writes the declarations of the library, and of all it tells of, into a folder, as files that name each other by their
 * place: elsewhere nobody knows what `#shared/` is, and everything behind such a name would silently be `any`.
 * @param {string} folder
 * @returns {Promise<boolean>} whether it worked
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
    // Contexts end by `await using`, which programs may have no library for.
    writeFileSync(path, file === first ? `/// <reference lib="esnext.disposable" />\n${text}` : text);
  }
  writeFileSync(join(folder, 'index.d.ts'), `export * from './${first.replace(/\.d\.ts$/, '.js')}';\n`);
  return true;
}

/**
 * The declarations that an import of a file leads to, by their path in `.types`.
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
