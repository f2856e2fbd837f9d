import { readFileSync, renameSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';

/**
 * Programs that write the way most do, for the arms of the fault tests that have to fail.
 *
 * `write FILE` saves the file over and over, in place. `add FILE NAME COUNT` adds that many lines, each by reading the
 * file and renaming another over it, without a lock.
 */
const [command, file = '', name = '', count = '0'] = process.argv.slice(2);

async function write(): Promise<void> {
  const text = readFileSync(file, 'utf8');
  process.stdout.write('ready\n');
  for (let n = 0; ; n++) {
    await writeFile(file, text.replace(/number \d+/, `number ${n}`));
  }
}

async function add(): Promise<void> {
  for (let n = 0; n < Number(count); n++) {
    const text = readFileSync(file, 'utf8');
    const temporary = `${file}.${name}`;
    await writeFile(temporary, `${text}${name}_${n}\n`);
    renameSync(temporary, file);
    writeSync(1, `learned ${name}_${n}\n`);
  }
}

await (command === 'write' ? write() : add());
