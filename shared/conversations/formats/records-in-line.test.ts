import { expect, test } from 'vitest';
import { recordsInLine } from './records-in-line.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });
const decode = (bytes: Uint8Array): string | null => {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
};
const read = (line: string | Uint8Array) =>
  recordsInLine(typeof line === 'string' ? encoder.encode(line) : line, 100, decode, ({ type }) => type === 'user');
const said = (text: string) => JSON.stringify({ type: 'user', message: { role: 'user', content: text } });

test('reads a line of one record', () => {
  expect(read(said('Hello.'))).toMatchObject({ records: [{ at: 100 }], isTorn: false });
  expect(read('\uFEFF{"type":"new"}')).toEqual({ records: [{ record: { type: 'new' }, at: 100 }], isTorn: false });
  expect(read('  ')).toEqual({ records: [], isTorn: false });
});

test.each([
  ['a record cut off within a string', '{"uuid":"ü","type":"assi'],
  ['a record cut off between values', '{"uuid":"ü","usage":{"input_tokens":3},'],
  ['a record cut off after a colon', '{"uuid":"ü","message":'],
  ['zero bytes', '\0\0\0\0'],
  ['text that is no JSON', 'Warning: ü "quoted"'],
])('reads a whole record after %s', (_, torn) => {
  const { records, isTorn } = read(`${torn}${said('Mussels {"a": 1}.')}`);
  expect(records).toEqual([{ record: JSON.parse(said('Mussels {"a": 1}.')), at: 100 + encoder.encode(torn).length }]);
  expect(isTorn).toBe(true);
});

test('reads several records on one line, none as torn', () => {
  const { records, isTorn } = read(`${said('One.')}${said('Two.')} ${said('Two.')}`);
  expect(records.map(({ at }) => at - 100)).toEqual([
    0,
    said('One.').length,
    said('One.').length + said('Two.').length + 1,
  ]);
  expect(isTorn).toBe(false);
});

test('takes no part of a torn record for a record', () => {
  const torn = said('Hello.').slice(0, -1);
  expect(read(torn)).toEqual({ records: [], isTorn: true });
});

test('loses only the record with bytes that are not UTF-8', () => {
  const broken = Uint8Array.from([...encoder.encode('{"type":"user","text":"'), 0xff, 0x22, 0x7d]);
  const line = Uint8Array.from([...broken, ...encoder.encode(said('Oysters.'))]);
  expect(read(line)).toMatchObject({ records: [{ at: 100 + broken.length }], isTorn: true });
});

test('gives up on a line made to be slow', () => {
  expect(read('{"a":'.repeat(200_000))).toEqual({ records: [], isTorn: true });
});
