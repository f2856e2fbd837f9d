import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './programs.mjs';

/** Built parts in which Vite left a list of the packages it bundled, as `build.license` of their configurations says. */
const parts = ['renderer', 'cli', 'main', 'preload'];

/** Packages whose text of the license is only in the package they are a part of. */
const partOf = /** @type {const} */ ([
  [/^@libsql\//, 'libsql'],
  [/^react-remove-scroll-bar$/, 'react-remove-scroll'],
  // Says no more than MIT; both are by electron-builder's author.
  [/^lazy-val$/, 'electron-updater'],
]);

/** @typedef {{ name: string, version: string, identifier?: string, text?: string | undefined }} License */

/**
 * Writes the licenses of everything that is shipped: of the bundled packages, and of those installed beside them. The
 * file is a module because the page's policy lets it load nothing else.
 * @param {string} out folder of the built parts
 */
export function writeLicenses(out) {
  const bundled = parts.flatMap((part) => {
    const list = join(out, part, 'licenses.json');
    const licenses = /** @type {License[]} */ (JSON.parse(readFileSync(list, 'utf8')));
    rmSync(list);
    return licenses;
  });
  const all = new Map([...bundled, ...installed()].map((license) => [`${license.name}@${license.version}`, license]));
  const licenses = [...all.values()]
    .map((license) => ({ ...license, text: license.text ?? textOf(join('node_modules', mainOf(license.name))) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const without = licenses.filter(({ identifier, text }) => !identifier || !text).map(({ name }) => name);
  if (without.length > 0) {
    throw new Error(
      `No license was found of ${without.join(', ')}: name the package it is a part of in scripts/licenses.mjs.`,
    );
  }
  writeFileSync(
    join(out, 'renderer', 'licenses.js'),
    `export const licenses = ${JSON.stringify(licenses, null, 2)};\n`,
  );
}

/** @param {string} name */
const mainOf = (name) => partOf.find(([pattern]) => pattern.test(name))?.[1] ?? name;

/**
 * Packages that aren't bundled, with those they need.
 * @returns {License[]}
 */
function installed() {
  const names = new Set(['contexture']);
  /** @type {License[]} */
  const licenses = [];
  // A set that grows while it is gone through is gone through to its new end.
  for (const name of names) {
    const folder = name === 'contexture' ? '.' : join('node_modules', name);
    // An optional package may be for another system.
    if (existsSync(join(root, folder))) {
      const { version, license, dependencies, optionalDependencies, peerDependencies } = packageIn(folder);
      for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
        names.add(needed);
      }
      licenses.push({ name, version, identifier: license, text: textOf(folder) });
    }
  }
  return licenses.slice(1);
}

/** @param {string} folder */
const packageIn = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/**
 * Text of a package's license with its notice; undefined if it holds none.
 * @param {string} path of its folder
 */
function textOf(path) {
  const folder = join(root, path);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  return files.length === 0
    ? undefined
    : files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
}
