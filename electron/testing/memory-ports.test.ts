import { describe, expect, it } from 'vitest';
import { createFaultyFiles } from './faulty-files.ts';
import { filesSuite } from './files-suite.ts';
import { lockSuite } from './lock-suite.ts';
import { createMemoryPorts, type MemoryPorts } from './memory-ports.ts';
import { watcherSuite } from './watcher-suite.ts';

function filesSubject(ports: MemoryPorts) {
  const { outside } = ports;
  outside.makeFolder('/notes');
  return {
    files: ports.files,
    folder: '/notes',
    passTime: (ms: number) => ports.clock.advance(ms),
    outside: {
      ...outside,
      names: (folder: string) => outside.children(folder),
    },
  };
}

filesSuite('memory files', async () => filesSubject(createMemoryPorts()));

filesSuite('faulty files without a fault', async () => {
  const subject = filesSubject(createMemoryPorts());
  return { ...subject, files: createFaultyFiles(subject.files) };
});

lockSuite('the memory lock', async () => {
  const { lock, clock } = createMemoryPorts();
  return {
    lock,
    path: '/notes/.contexture/lock',
    holdFromOutside: async (path) => {
      const release = lock.holdFromOutside(path);
      return async () => release();
    },
    untilSettled: async (promise) => {
      let settled = false;
      const done = () => {
        settled = true;
      };
      promise.then(done, done);
      while (!settled) {
        await clock.advance(100);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
});

watcherSuite('the memory watcher', async () => {
  const { watcher, outside } = createMemoryPorts();
  return { watcher, folder: '/notes', outside };
});

describe('memory ports', () => {
  it('report on the next check what happened while the watcher was deaf', async () => {
    const { watcher, outside } = createMemoryPorts();
    const hints: string[] = [];
    const watch = watcher.watch({ files: ['/notes/global.md'], folders: [], archive: null }, (what) =>
      hints.push(what),
    );
    const hear = watcher.deafen();
    outside.write('/notes/global.md', 'missed');
    hear();
    expect(hints).toEqual([]);
    await watch.check();
    expect(hints).toEqual(['file']);
  });

  it('preserve a byte order mark, refuse text that is not UTF-8, and restore compressed bytes', async () => {
    const { decodeText, encodeText, compress, decompress } = createMemoryPorts();
    expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('\uFEFFa');
    expect(decodeText(Uint8Array.of(0xff))).toBeNull();
    expect(decodeText(await decompress(await compress(encodeText('round'))))).toBe('round');
  });
});

describe('faulty files', () => {
  it('fail exactly the chosen call, before or after its effect', async () => {
    const { files: memory, outside } = createMemoryPorts();
    const files = createFaultyFiles(memory);
    const error = new (await import('#shared/contract/errors.ts')).ContextureError('disk_full', 'Full.');
    const write = (text: string) => files.replace('/a', new TextEncoder().encode(text));

    files.setFault({ call: 2, method: 'replace', error, when: 'before' });
    await write('one');
    await files.info('/a');
    await expect(write('two')).rejects.toBe(error);
    expect(outside.text('/a')).toBe('one');
    await write('three');

    files.setFault({ call: 1, error, when: 'after' });
    await expect(write('four')).rejects.toBe(error);
    expect(outside.text('/a')).toBe('four');
    expect(files.calls).toEqual(['replace /a']);
  });
});

describe('the manual clock', () => {
  it('runs due work in order, each at its own time, and nothing that was cancelled', async () => {
    const { clock } = createMemoryPorts({ day: '2026-03-01' });
    const start = clock.now();
    const ran: [string, number][] = [];
    const note = (name: string) => () => ran.push([name, clock.now() - start]);
    clock.after(300, note('late'));
    clock.after(100, () => {
      note('early')();
      clock.after(100, note('from early'));
    });
    clock.after(150, note('cancelled'))();
    await clock.advance(250);
    expect(ran).toEqual([
      ['early', 100],
      ['from early', 200],
    ]);
    await clock.advance(50);
    expect(ran.at(-1)).toEqual(['late', 300]);
    expect(clock.today()).toBe('2026-03-01');
    clock.setDay('2026-03-02');
    expect(clock.today()).toBe('2026-03-02');
  });
});
