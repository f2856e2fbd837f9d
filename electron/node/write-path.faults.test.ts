import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SupersededFile } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { createFaultySystemCalls, type SystemFault } from '#testing/faulty-system-calls.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { createFiles, type NodeFiles } from './files.ts';
import { missingCall } from './native-calls.ts';
import { type SystemCalls, systemCalls } from './system-calls.ts';

const before = 'before '.repeat(40);
const after = 'after, and longer '.repeat(40);

const swap = () => Promise.reject(missingCall('exchange two files'));
const noLinks = () => Promise.reject(missingCall('link'));
const systems: Readonly<Record<string, SystemCalls>> = {
  'with exchange': systemCalls,
  'without exchange': { ...systemCalls, swap },
  'without exchange and hard links': { ...systemCalls, swap, link: noLinks, linkAndRename: noLinks },
};

type Deed = {
  readonly prepare: (file: string) => void;
  readonly act: (files: NodeFiles, file: string) => Promise<SupersededFile>;
  /** Possible contents afterwards, null for no file: first the old, then the new one. */
  readonly states: readonly [string | null, string | null];
};

const replace: Deed['act'] = (files, file) => files.replace(file, new TextEncoder().encode(after));
const deeds: Readonly<Record<string, Deed>> = {
  replaces: { prepare: (file) => writeFileSync(file, before), act: replace, states: [before, after] },
  makes: { prepare: () => {}, act: replace, states: [null, after] },
  removes: {
    prepare: (file) => writeFileSync(file, before),
    act: (files, file) => files.remove(file),
    states: [before, null],
  },
  'writes in place': {
    prepare: (file) => {
      writeFileSync(file, before);
      linkSync(file, `${file}.link`);
    },
    act: replace,
    states: [before, after],
  },
};

const faults: readonly ((call: number) => SystemFault)[] = [
  ...(['EIO', 'ENOSPC', 'EACCES', 'EBUSY', 'EPERM', 'EXDEV'] as const).map((errno) => (call: number) => ({
    call,
    errno,
  })),
  (call) => ({ call, short: 'told' }),
  (call) => ({ call, short: 'untold' }),
];

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Runs the deed once with one fault, in its own folder; returns how many calls it made and if it failed. */
async function runOnce(folder: string, system: SystemCalls, deed: Deed, fault: SystemFault | null) {
  const file = join(folder, 'global.md');
  for (const name of readdirSync(folder)) {
    rmSync(join(folder, name));
  }
  deed.prepare(file);
  const calls = createFaultySystemCalls(system);
  const files = createFiles({ calls, clock: createManualClock() });
  calls.setFault(fault);
  let error: unknown = null;
  let superseded: SupersededFile | null = null;
  try {
    superseded = await deed.act(files, file);
  } catch (reason) {
    error = reason;
  }
  await files.close();
  const names = readdirSync(folder).filter((name) => name !== 'global.md' && name !== 'global.md.link');
  return { file, made: [...calls.made], error, superseded, litter: names, content: contentOf(file) };
}

describe.each(Object.entries(systems))('on a system %s', (_name, system) => {
  it.each(Object.entries(deeds))(
    'whatever fails while it %s a file: whole old or whole new, no litter, an error in words',
    async (_deed, deed) => {
      const folder = temporaryFolder();
      const clean = await runOnce(folder, system, deed, null);
      expect(clean).toMatchObject({ error: null, litter: [], content: deed.states[1] });
      let failed = 0;
      for (const makeFault of faults) {
        // A fault can lengthen the sequence, so the count goes on until the fault was never reached.
        for (let call = 1; ; call++) {
          const fault = makeFault(call);
          const run = await runOnce(folder, system, deed, fault);
          if (run.made.length < call) {
            break;
          }
          const where = `${JSON.stringify(fault)} in ${run.made.slice(0, call).join(' ')}`;
          expect.soft(run.litter, where).toEqual([]);
          if (run.error === null) {
            expect.soft(run.content, where).toBe(deed.states[1]);
            const version = run.superseded?.version;
            expect.soft(version ? new TextDecoder().decode(version.bytes) : null, where).toBe(deed.states[0]);
            continue;
          }
          failed += 1;
          expect.soft(run.error, where).toBeInstanceOf(ContextureError);
          expect.soft(deed.states, where).toContain(run.content);
          const { message, code } = run.error as ContextureError;
          expect.soft(['no_permission', 'disk_full', 'busy', 'io_failed'], where).toContain(code);
          expect.soft(message, where).toMatch(new RegExp(`${run.file}.*\\. .*\\.$`));
          if (message.includes('unchanged')) {
            expect.soft(run.content, where).toBe(deed.states[0]);
          }
        }
      }
      expect(failed).toBeGreaterThan(10);
    },
  );

  it.each(Object.entries(deeds))(
    'if killed anywhere while it %s a file: the next sweep clears up, and no version is lost',
    async (_deed, deed) => {
      const folder = temporaryFolder();
      for (let call = 1; ; call++) {
        const run = await runOnce(folder, system, deed, { call, killed: true });
        if (run.made.length < call) {
          break;
        }
        const where = `killed at ${run.made.slice(0, call).join(' ')}`;
        for (const name of run.litter) {
          renameSync(join(folder, name), join(folder, name.replace(`.${process.pid}-`, '.4194305-')));
        }
        const recovered: (string | null)[] = [];
        const files = createFiles({
          recover: async (_target, bytes) => void recovered.push(new TextDecoder().decode(bytes)),
        });
        await files.sweep(folder);
        expect
          .soft(
            readdirSync(folder).filter((name) => name.includes('contexture')),
            where,
          )
          .toEqual([]);
        const [old] = deed.states;
        const content = contentOf(run.file);
        if (old !== null) {
          const handedBack = run.error === null ? [old] : [];
          expect.soft([content, ...recovered, ...handedBack], where).toContain(old);
        }
        // A file written in place may be torn, but only while its old content is safe beside it.
        if (!recovered.includes(old)) {
          expect.soft(deed.states, where).toContain(content);
        }
      }
    },
  );
});
