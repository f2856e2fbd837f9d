import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runNpm } from './programs.mjs';

/**
 * Installs the packages of package-lock.json, unless exactly those are there.
 * @returns {Promise<boolean>} true if they are there
 */
export async function ensurePackages() {
  if (areInstalled()) {
    return true;
  }
  console.log('Installing packages …');
  const code = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true });
  if (code !== 0) {
    console.error('The packages could not be installed. npm’s message is above; the usual reason is the network.');
  }
  return code === 0;
}

/** npm writes the second file when an installation is complete, and lists its packages there. */
function areInstalled() {
  const wanted = packagesIn('package-lock.json');
  const present = packagesIn(join('node_modules', '.package-lock.json'));
  if (wanted === null || present === null) {
    return false;
  }
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    const installed = present[path];
    // An optional package may be for another system.
    return path === '' || (installed === undefined ? optional === true : installed.version === version);
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }> | null}
 */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return null;
  }
}
