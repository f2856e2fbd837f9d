import { closeSync, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A program that prints a whole file over itself, slowly: it empties the file, and a tenth of a second later writes it in two
 * parts. It does so for each input line, which is the text as JSON, and prints `emptied` and `written`.
 */
const [file = ''] = process.argv.slice(2);

async function print(text: string): Promise<void> {
  const open = openSync(file, 'w');
  process.stdout.write('emptied\n');
  await wait(100);
  const half = Math.floor(text.length / 2);
  writeSync(open, text.slice(0, half));
  await wait(25);
  writeSync(open, text.slice(half));
  closeSync(open);
  process.stdout.write('written\n');
}

createInterface({ input: process.stdin }).on('line', (line) => void print(JSON.parse(line) as string));
process.stdout.write('ready\n');
