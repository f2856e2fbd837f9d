// Loaded before a program by `node --import`: ends it as `kill -9` does, just before the call to the file system that
// KILL_AT counts to. Only calls that change something count. A program that completes prints its number of calls.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
// Has to replace its functions before they are counted here.
import '../no-sync.mjs';

const killAt = Number(process.env['KILL_AT']);
let made = 0;

function count(owner, name) {
  const call = owner[name];
  owner[name] = function (...args) {
    made += 1;
    if (made === killAt) {
      process.kill(process.pid, 'SIGKILL');
    }
    return call.apply(this, args);
  };
}

for (const name of ['mkdir', 'rename', 'link', 'unlink', 'writeFile', 'rmdir', 'chmod', 'utimes']) {
  count(fs.promises, name);
}
count(fs, 'renameSync');
const file = await fs.promises.open(process.execPath);
for (const name of ['write', 'sync', 'truncate', 'close', 'chmod', 'utimes']) {
  count(Object.getPrototypeOf(file), name);
}
await file.close();
made = 0;
syncBuiltinESMExports();
process.on('exit', () => fs.writeSync(1, `calls ${made}\n`));
