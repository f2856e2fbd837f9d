import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './programs.mjs';

// node scripts/release.mjs VERSION: writes the version, and where the release is made, into package.json. The release
// workflow runs it, which alone knows the repository's address; npm compares that with the provenance.

const [version = ''] = process.argv.slice(2);
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) || !server || !repository) {
  console.error('Usage, in the release workflow: node scripts/release.mjs VERSION, such as 0.2.0.');
  process.exit(1);
}
const address = `${server}/${repository}`;
change('package.json', (described) => {
  described.version = version;
  described.repository = { type: 'git', url: `git+${address}.git` };
  described.homepage = `${address}#readme`;
  described.bugs = `${address}/issues`;
});
change('package-lock.json', (lock) => {
  lock.version = version;
  Object.assign(lock.packages[''] ?? {}, { version });
});

/**
 * @typedef {{ version: string, repository?: object, homepage?: string, bugs?: string }} Described
 * @param {string} file
 * @param {(content: Described & { packages: Record<string, object> }) => void} edit
 */
function change(file, edit) {
  const path = join(root, file);
  const content = JSON.parse(readFileSync(path, 'utf8'));
  edit(content);
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}
