import { describe, expect, test } from 'vitest';
import { ContextureError } from '#shared/contract/errors.ts';
import { createFaultyFiles } from '#testing/faulty-files.ts';
import { createMemoryPorts } from '#testing/memory-ports.ts';
import { createSavedCopies, type SaveRequest } from './saved-copies.ts';

const folder = '/home/person/.claude/projects/-app';
const main = `${folder}/6f1c.jsonl`;
const side = `${folder}/6f1c/subagents/agent-1.jsonl`;
const id = `claude:${main}`;
const talk: SaveRequest = { id, place: 'claude', assistant: 'Claude Code', title: 'Tea', main, files: [main, side] };

function setUp() {
  const ports = createMemoryPorts();
  ports.outside.write(main, '{"n":1}\n');
  ports.outside.write(side, '{"side":1}\n');
  const copies = createSavedCopies(ports);
  /** Texts of all copies on the disk, sorted. */
  const texts = () =>
    ports.outside
      .paths()
      .filter((path) => path.includes('/conversations/kept/') && path.endsWith('.jsonl'))
      .map((path) => ports.outside.text(path))
      .sort();
  return { ports, copies, texts };
}

describe('saved copies of conversations', () => {
  test('are byte for byte what the program wrote, and survive its deletion', async () => {
    const { ports, copies, texts } = setUp();
    expect(await copies.keep(talk)).toMatchObject({ id, bytes: 19, versions: 1, isLast: false });
    expect(texts()).toEqual(['{"n":1}\n', '{"side":1}\n']);
    ports.outside.remove(folder);
    expect(await copies.list()).toMatchObject([{ id, title: 'Tea', isLast: true }]);
    const latest = await copies.latestOf(id);
    expect(ports.outside.text(latest?.path ?? '')).toBe('{"n":1}\n');
  });

  test('replace shorter ones of a file that grew; of a rewritten file both stay', async () => {
    const { ports, copies, texts } = setUp();
    await copies.keep(talk);
    await ports.clock.advance(1000);
    ports.outside.append(main, '{"n":2}\n');
    expect(await copies.keep(talk)).toMatchObject({ versions: 1 });
    expect(texts()).toEqual(['{"n":1}\n{"n":2}\n', '{"side":1}\n']);

    await ports.clock.advance(1000);
    ports.outside.write(main, '{"n":9}\n{"n":2}\n{"n":3}\n');
    expect(await copies.keep(talk)).toMatchObject({ versions: 2 });
    expect(texts()).toEqual(['{"n":1}\n{"n":2}\n', '{"n":9}\n{"n":2}\n{"n":3}\n', '{"side":1}\n']);
    const latest = await copies.latestOf(id);
    expect(ports.outside.text(latest?.path ?? '')).toContain('{"n":3}');

    await ports.clock.advance(1000);
    ports.outside.write(main, '');
    expect(await copies.keep(talk)).toMatchObject({ versions: 3 });
    expect(texts()).toHaveLength(4);
  });

  test('are not made again for unchanged files', async () => {
    const { ports, copies } = setUp();
    await copies.keep(talk);
    const before = ports.outside.paths();
    await copies.keep(talk);
    expect(ports.outside.paths()).toEqual(before);
  });

  test('are removed completely, and the last one only after confirmation', async () => {
    const { ports, copies, texts } = setUp();
    await copies.keep(talk);
    ports.outside.remove(folder);
    await expect(copies.remove(id, false)).rejects.toMatchObject({ code: 'value_invalid' });
    expect(texts()).toHaveLength(2);
    await copies.remove(id, true);
    expect(texts()).toEqual([]);
    expect(await copies.list()).toEqual([]);
    await expect(copies.remove(id, true)).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each([
    ['shorter', ''],
    ['as long, but another', '{"n":7}\n'],
  ])('are removed only after confirmation when the original was rewritten, %s', async (_, rewritten) => {
    const { ports, copies, texts } = setUp();
    await copies.keep(talk);
    await ports.clock.advance(1000);
    ports.outside.write(main, rewritten);
    expect(await copies.list()).toMatchObject([{ isLast: false, hasMore: rewritten === '' }]);
    await expect(copies.remove(id, false)).rejects.toThrow('no longer has');
    await copies.keep(talk);
    expect(await copies.list()).toMatchObject([{ isLast: false, hasMore: true, versions: 2 }]);
    await expect(copies.remove(id, false)).rejects.toThrow('no longer has');
    expect(texts()).toHaveLength(3);
    await copies.remove(id, true);
    expect(texts()).toEqual([]);
  });

  test('are removed without asking while the program has all of them, also if it wrote more since', async () => {
    const { ports, copies, texts } = setUp();
    await copies.keep(talk);
    ports.outside.append(main, '{"n":2}\n');
    await copies.remove(id, false);
    expect(texts()).toEqual([]);
  });

  test('are ignored when cut off, and removed by the next copy', async () => {
    const { ports, copies, texts } = setUp();
    const faulty = createFaultyFiles(ports.files);
    const dying = createSavedCopies({ ...ports, files: faulty });
    const error = new ContextureError('disk_full', 'No room.');
    const faults = [
      ['storeCopy', 1],
      ['storeCopy', 2],
      ['store', 1],
    ] as const;
    for (const [method, call] of faults) {
      faulty.setFault({ call, method, error, when: 'after' });
      await expect(dying.keep(talk)).rejects.toThrow('No room.');
      faulty.setFault(null);
    }
    await copies.keep(talk);
    expect(texts()).toEqual(['{"n":1}\n', '{"side":1}\n']);
  });

  test('ignore a cut-off part of a file: earlier parts stay, and the next copy adds the rest', async () => {
    const { ports, texts } = setUp();
    let said = '{"messages":1}\n{"sessions":1}\n';
    const parts = {
      readEach: async () => undefined,
      read: async () => ({ name: 'conversation.jsonl', bytes: ports.encodeText(said), changedAt: 1 }),
      has: async () => true,
    };
    const part = { ...talk, files: [], inner: 's' };
    await createSavedCopies(ports, 'conversations', parts).keep(part);
    const before = said;
    said = '{"messages":1}\n{"messages":2}\n{"sessions":2}\n';
    const faulty = createFaultyFiles(ports.files);
    const dying = createSavedCopies({ ...ports, files: faulty }, 'conversations', parts);
    const error = new ContextureError('disk_full', 'No room.');
    const faults = [
      ['store', 1],
      ['storeCopy', 1],
      ['store', 2],
    ] as const;
    for (const [method, call] of faults) {
      for (const when of ['before', 'after'] as const) {
        faulty.setFault({ call, method, error, when });
        await expect(dying.keep(part)).rejects.toThrow('No room.');
        faulty.setFault(null);
        const latest = await dying.latestOf(id);
        expect([before, said]).toContain(ports.outside.text(latest?.path ?? ''));
      }
    }
    await createSavedCopies(ports, 'conversations', parts).keep(part);
    expect(texts()).toEqual([said]);
  });

  test('are not claimed for missing files', async () => {
    const { ports, copies } = setUp();
    ports.outside.remove(main);
    await expect(copies.keep(talk)).rejects.toMatchObject({ code: 'not_found' });
    expect(await copies.list()).toEqual([]);
  });
});
