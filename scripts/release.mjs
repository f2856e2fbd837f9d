import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './programs.mjs';

// node scripts/release.mjs VERSION: writes the version, and where the release is made, into package.json, and the day
// into CHANGELOG.md; prints what that says of the version. The release workflow runs it, which alone knows the
// repository's address; npm compares that with the provenance.

const [version = ''] = process.argv.slice(2);
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) || !server || !repository) {
  console.error('Usage, in the release workflow: node scripts/release.mjs VERSION, such as 0.2.0.');
  process.exit(1);
}
const [before = '', changes = ''] = splitChangelog();
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
const [ofVersion = ''] = changes.split('\n## ');
writeFileSync(join(root, 'CHANGELOG.md'), `${before}## ${version}, ${new Date().toISOString().slice(0, 10)}${changes}`);
console.log(ofVersion.trim());

/** Text of CHANGELOG.md around the heading of the version. */
function splitChangelog() {
  const parts = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(`## ${version}, not released yet`);
  if (parts.length !== 2) {
    console.error(`CHANGELOG.md has no heading “${version}, not released yet”: write what the version brings.`);
    process.exit(1);
  }
  return parts;
}

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
