import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getRawHeader } from '@electron/asar';

// What a package of the desktop app may hold. Whatever else gets in, or is missing, fails the packaging.

/** Packages that aren't bundled, with what they need. */
const packages = [
  'electron-log',
  'fs-native-extensions',
  ...['require-addon', 'which-runtime', 'bare-addon-resolve', 'bare-module-resolve', 'bare-semver', 'bare-url'],
  ...['bare-buffer', 'bare-path'],
  'libsql',
  ...['@libsql/[a-z0-9-]+', '@neon-rs/load', 'detect-libc'],
];

/** Files of the archive, by their path in it. */
const allowed = [
  /^(package\.json|LICENSE)$/,
  /^out\/(main|cli)\/[\w/-]+\.js$/,
  /^out\/preload\/preload\.cjs$/,
  /^out\/renderer\/(index\.html|licenses\.js|[\w-]+\.(ico|png|svg|webmanifest))$/,
  /^out\/renderer\/assets\/[\w.-]+\.(js|css|woff2|png|svg)$/,
  /^resources\/icons\/32x32\.png$/,
  /^resources\/sample\/[\w./-]+$/,
  new RegExp(`^node_modules/(${packages.join('|')})/[\\w./-]*(\\.(js|cjs|mjs|json|node)|LICENSE|NOTICE)$`),
];

const required = [
  'package.json',
  'LICENSE',
  'out/main/main.js',
  'out/preload/preload.cjs',
  'out/cli/contexture.js',
  'out/cli/conversation-index.js',
  'out/cli/conversation-reader.js',
  'out/renderer/index.html',
  'out/renderer/licenses.js',
  'resources/icons/32x32.png',
  'resources/sample/logs/context/global.md',
];

/** Bytes allowed for the archive, and for the native modules of one processor. They had 16 and 10 million at first. */
const largest = { archive: 20_000_000, natives: 16_000_000 };

/**
 * Fails if the contents of a packed app are not those of the list.
 * @param {string} folder of the packed app
 * @param {string} platform
 * @param {string} processor
 */
export async function requireContents(folder, platform, processor) {
  const wrong = problemsIn(resourcesOf(folder), platform, processor);
  if (wrong.length > 0) {
    throw new Error(`The package is not as scripts/package-contents.mjs says:\n  ${wrong.join('\n  ')}`);
  }
}

/**
 * Folder of the archive in a packed app.
 * @param {string} folder
 */
export function resourcesOf(folder) {
  const bundle = readdirSync(folder).find((name) => name.endsWith('.app'));
  return bundle === undefined ? join(folder, 'resources') : join(folder, bundle, 'Contents', 'Resources');
}

/**
 * What is in a package against the list, or missing from it, as sentences.
 * @param {string} resources folder of the archive
 * @param {string} platform
 * @param {string} processor `universal` for both of macOS
 */
export function problemsIn(resources, platform, processor) {
  const archive = join(resources, 'app.asar');
  const files = filesOf(getRawHeader(archive).header);
  const beside = existsSync(`${archive}.unpacked`) ? filesBelow(`${archive}.unpacked`) : [];
  const bytes = beside.reduce((sum, path) => sum + statSync(join(`${archive}.unpacked`, path)).size, 0);
  const both = ['x64', 'arm64'];
  const needed = processor === 'universal' ? both : [processor];
  // The two builds that make a universal app are alike, so each holds the modules of both processors.
  const possible = platform === 'darwin' ? both : needed;
  const named = needed.flatMap((name) => [`@libsql/${platform}-${name}`, `prebuilds/${platform}-${name}/`]);
  const mayStay = new RegExp(`(@libsql|prebuilds)/${platform}-(${possible.join('|')})`);
  return [
    ...files.filter((path) => !allowed.some((pattern) => pattern.test(path))).map((path) => `${path} is on no list`),
    ...required.filter((path) => !files.includes(path)).map((path) => `${path} is missing`),
    ...files
      .filter((path) => path.endsWith('.node') && !beside.includes(path))
      .map((path) => `${path} is not unpacked`),
    ...beside.filter((path) => !path.endsWith('.node')).map((path) => `${path} is unpacked without need`),
    ...beside.filter((path) => !mayStay.test(path)).map((path) => `${path} can’t run here`),
    ...named.filter((part) => !beside.some((path) => path.includes(part))).map((part) => `${part} is missing`),
    ...(statSync(archive).size > largest.archive ? [`the archive has over ${largest.archive} bytes`] : []),
    ...(bytes > largest.natives * possible.length ? ['the native modules are larger than before'] : []),
  ];
}

/**
 * Paths of the files in an archive.
 * @param {import('@electron/asar').DirectoryRecord | import('@electron/asar').FileRecord} folder
 * @param {string} path of it
 * @returns {string[]}
 */
function filesOf(folder, path = '') {
  return 'files' in folder
    ? Object.entries(folder.files).flatMap(([name, entry]) => filesOf(entry, path === '' ? name : `${path}/${name}`))
    : [path];
}

/** @param {string} folder */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'));
}
