import { closeSync, ftruncateSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { sha256 } from '#node/hash.ts';
import { systemCalls } from '#node/system-calls.ts';
import { createRandom } from './random.ts';

/**
 * A program that writes a file without asking anyone: every 2 to 4 ms it starts a new version, by rename and in place
 * in turn, until it gets a line. It prints the hash of each version it wrote and of each it destroyed itself: the files
 * it replaced by rename, and the text it overwrote in place.
 *
 * `FILE SEED REST`; after so many versions it rests for a tenth of a second, with 0 never.
 */
const [file = '', seed = '0', rest = '0'] = process.argv.slice(2);
const random = createRandom(Number(seed));
const lines: string[] = [];
let stopped = false;

createInterface({ input: process.stdin }).once('line', () => {
  stopped = true;
});

const say = (word: 'wrote' | 'destroyed', bytes: Uint8Array): unknown => lines.push(`${word} ${sha256(bytes)}`);
const version = (n: number): Uint8Array =>
  new TextEncoder().encode(readFileSync(file, 'utf8').replace(/^- theirs: .*$/m, `- theirs: number ${n}`));

/** Exchanges rather than renames, which tells it what it replaced. */
async function byRename(bytes: Uint8Array): Promise<void> {
  const temporary = `${file}.theirs`;
  writeFileSync(temporary, bytes);
  await systemCalls.swap(temporary, file);
  say('destroyed', readFileSync(temporary));
}

function inPlace(bytes: Uint8Array): void {
  const open = openSync(file, 'r+');
  say('destroyed', readFileSync(open));
  writeSync(open, bytes, 0, bytes.length, 0);
  ftruncateSync(open, bytes.length);
  closeSync(open);
}

process.stdout.write('ready\n');
for (let n = 0; !stopped; n++) {
  const bytes = version(n);
  say('wrote', bytes);
  await (n % 2 === 0 ? byRename(bytes) : inPlace(bytes));
  await wait(n % Number(rest) === 0 ? 100 : 2 + random.upTo(2));
}
// Exiting before all output was taken would cut it off.
process.stdout.write(lines.map((line) => `${line}\n`).join(''), () => process.exit());
