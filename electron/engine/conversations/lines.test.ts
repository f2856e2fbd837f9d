import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createMemoryFiles } from '../../testing/memory-files.ts';
import { linesBefore, linesFrom, type PlacedLine } from './lines.ts';

const path = '/talk.jsonl';

async function read(
  text: string,
  lines: (ports: { files: ReturnType<typeof createMemoryFiles> }) => AsyncIterable<PlacedLine>,
) {
  const files = createMemoryFiles(createManualClock());
  files.outside.write(path, text);
  const found: { at: number; end: number; text: string | null }[] = [];
  for await (const { at, end, bytes } of lines({ files })) {
    found.push({ at, end, text: bytes === null ? null : new TextDecoder().decode(bytes) });
  }
  return found;
}

const forward = (text: string, from = 0) => read(text, (ports) => linesFrom(ports, path, from));
const back = (text: string, before = new TextEncoder().encode(text).length) =>
  read(text, (ports) => linesBefore(ports, path, before));

const long = (length: number): string => 'x'.repeat(length);
const texts = {
  'an empty file': '',
  'one line': 'a\n',
  'an unfinished line': 'a',
  'lines with blank ones between': 'a\n\n\nbc\n',
  'a line longer than a part': `a\n${long(600_000)}\nb\n`,
  'lines as long as parts': `${long(256 * 1024 - 1)}\n${long(256 * 1024)}\n${long(256 * 1024 + 1)}\nend`,
  'letters of several bytes': `ä${'ü'.repeat(200_000)}\n日本\n`,
};

describe('lines of a growing file', () => {
  test.each(Object.entries(texts))('are the same when read from either end: %s', async (_, text) => {
    const lines = await forward(text);
    expect(lines.map((line) => line.text)).toEqual(
      text
        .replace(/\n$/, '')
        .split('\n')
        .slice(text === '' ? 1 : 0),
    );
    expect((await back(text)).toReversed()).toEqual(lines);
  });

  test('can be read from and up to their reported places', async () => {
    const text = texts['lines with blank ones between'];
    const lines = await forward(text);
    for (const { at } of lines) {
      expect(await forward(text, at)).toEqual(lines.filter((line) => line.at >= at));
      expect(await back(text, at)).toEqual(lines.filter((line) => line.at < at).toReversed());
    }
  });

  test('are left out when they are overlong, without those around them', async () => {
    const text = `a\n${long(33 * 1024 * 1024)}\nb\n`;
    for (const lines of [await forward(text), (await back(text)).toReversed()]) {
      expect(lines.map((line) => line.text?.length ?? null)).toEqual([1, null, 1]);
    }
  });
});
