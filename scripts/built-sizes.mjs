import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parseAst } from 'vite';

/**
 * Files that built files load before they run, in order, with their packages.
 * @param {...string} entries
 * @returns {{ files: readonly string[], packages: readonly string[] }}
 */
export function startOf(...entries) {
  const files = [...entries];
  const packages = new Set();
  for (const file of files) {
    const { body } = parseAst(readFileSync(file, 'utf8'));
    for (const name of body.flatMap((one) => ('source' in one && one.source ? [one.source.value] : []))) {
      const path = join(dirname(file), name);
      if (name.startsWith('.') && !files.includes(path)) {
        files.push(path);
      } else if (!name.startsWith('.') && !name.startsWith('node:')) {
        packages.add(name);
      }
    }
  }
  return { files, packages: [...packages].sort() };
}

/**
 * Scripts that a built page begins with, in the order in which they run.
 * @param {string} folder
 */
export function scriptsOf(folder) {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return [...page.matchAll(/<script[^>]*\ssrc="\/([^"]+)"/g)].map(([, path = '']) => join(folder, path));
}

/**
 * Script that runs every command but `--version`, which `contexture.js` answers by itself.
 * @param {string} out
 */
export function commandScriptOf(out) {
  const assets = join(out, 'cli', 'assets');
  return join(assets, readdirSync(assets).find((name) => /^run-in-terminal-.*\.js$/.test(name)) ?? '');
}

/**
 * Prints which files each part of the app loads at its start, and which the page loads later.
 * @param {string} out
 */
export function printSizes(out) {
  const page = startOf(...scriptsOf(join(out, 'renderer'))).files;
  const assets = join(out, 'renderer', 'assets');
  const later = readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(assets, name))
    .filter((file) => !page.includes(file) && kilobytes(file) >= 5)
    .sort((one, other) => statSync(other).size - statSync(one).size);
  console.log(`At its start the page loads ${sizesOf(page)}; later: ${later.map(sizeOf).join(', ')}`);
  for (const entry of [join(out, 'main', 'main.js'), join(out, 'cli', 'contexture.js'), commandScriptOf(out)]) {
    const { files, packages } = startOf(entry);
    const more = packages.length === 0 ? '' : `, and ${packages.join(', ')}`;
    console.log(`At its start ${relative(out, entry)} loads ${sizesOf(files)}${more}`);
  }
}

/** @param {readonly string[]} files */
function sizesOf(files) {
  const sum = files.reduce((total, file) => total + kilobytes(file), 0);
  return `${sum} KB (${files.map(sizeOf).join(', ')})`;
}

/** @param {string} file */
function sizeOf(file) {
  return `${basename(file).replace(/-[\w-]{8}\.js$/, '')} ${kilobytes(file)}`;
}

/** @param {string} file */
function kilobytes(file) {
  return Math.round(statSync(file).size / 1000);
}
