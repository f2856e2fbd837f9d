import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuild, out } from './app-build.mjs';
import { root } from './programs.mjs';

// npm run sbom: lists what is shipped, in CycloneDX, for the release. npm lists everything that is installed; of that
// stays what the build put into its list of licenses, and Electron.

if (!(await ensureBuild())) {
  process.exit(1);
}
const { licenses } = await import(pathToFileURL(join(out, 'renderer', 'licenses.js')).href);
const { name, version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const electron = { name: 'electron', version: devDependencies.electron };
const shipped = new Set([{ name, version }, electron, ...licenses].map((each) => `${each.name}@${each.version}`));
const npm = process.env['npm_execpath'] || 'npm';
const [program = npm, ...first] = npm.endsWith('.js') ? [process.execPath, npm] : [npm];
const isWindows = process.platform === 'win32';
const args = [...first, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--include=dev'];
const all = JSON.parse(
  execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, shell: npm === 'npm' && isWindows }),
);
// npm names it after the folder.
all.metadata.component.name = name;
all.components = all.components.filter((/** @type {{ 'bom-ref': string }} */ each) => shipped.has(each['bom-ref']));
all.dependencies = all.dependencies
  .filter((/** @type {{ ref: string }} */ { ref }) => shipped.has(ref))
  .map((/** @type {{ ref: string, dependsOn: readonly string[] }} */ { ref, dependsOn }) => ({
    ref,
    dependsOn: dependsOn.filter((each) => shipped.has(each)),
  }));
const path = join(out, 'packages', `${name}-${version}.cdx.json`);
mkdirSync(join(out, 'packages'), { recursive: true });
writeFileSync(path, JSON.stringify(all, null, 2));
console.log(`${all.components.length} packages are listed in ${path}.`);
