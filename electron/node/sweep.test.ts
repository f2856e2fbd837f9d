import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { patiently } from '#shared/testing/patiently.ts';
import { isAlive } from './sweep.ts';

/** Waits only for the output of a process. */
function firstLine(lines: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => createInterface({ input: lines }).once('line', resolve));
}

test.skipIf(process.platform !== 'linux')(
  'a process that has ended is not alive, even before its parent has asked how it ended',
  async () => {
    // The shell becomes another program, which knows nothing of the shell's child.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const child = Number(await firstLine(parent.stdout));
    expect(isAlive(child)).toBe(true);
    await vi.waitFor(() => expect(readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n'), patiently);
    process.kill(child, 'SIGKILL');
    await vi.waitFor(() => expect(isAlive(child)).toBe(false), patiently);
    expect(() => process.kill(child, 0)).not.toThrow();
  },
);
