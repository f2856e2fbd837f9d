import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packed } from '#testing/packed-texts.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openIndexDatabase } from './index-database.ts';
import { openSqlite } from './sqlite.ts';

const temporaryPath = (): string => join(temporaryFolder(), 'index.db');

function open(path = temporaryPath()) {
  const database = openIndexDatabase(path);
  onTestFinished(() => database.close());
  return { database, path };
}

const read = (conversation: string, readTo: number) => ({
  conversation,
  identity: '1',
  bytes: 100,
  changedAt: 12.5,
  readTo,
  guard: 'g',
  isCut: false,
  isCompacted: false,
  namedAt: null,
  summary: null,
});
const word = (text: string, isPrefix = false) => [{ words: text.split(' '), isPrefix }];
const far = 2 ** 33;

function wordsIn(path: string, start: string): unknown[] {
  const database = openSqlite(path, 0);
  const words = database
    .prepare('SELECT term FROM words WHERE term LIKE ?')
    .raw()
    .all([`${start}%`]);
  database.close();
  return words;
}

test('finds items by words, phrases and prefixes', () => {
  const { database } = open();
  const texts = [
    { at: 0, text: 'green tea' },
    { at: far, text: 'tea green teapot' },
  ];
  database.add([
    { read: read('one', far), from: 0, texts: packed(texts), keys: new Uint32Array() },
    { read: read('two', 5), from: 0, texts: packed([{ at: 5, text: 'black tea' }]), keys: new Uint32Array() },
  ]);

  expect(database.known()).toEqual([read('one', far), read('two', 5)]);
  expect(database.conversationsWith(word('tea'))).toEqual(['one', 'two']);
  expect(database.itemsWith(word('tea'), [{ conversation: 'one', at: 0 }], 10)).toEqual([[0, far]]);
  expect(database.itemsWith(word('tea'), [{ conversation: 'one', at: 1 }], 10)).toEqual([[far]]);
  expect(database.itemsWith(word('tea'), [{ conversation: 'one', at: 0 }], 1)).toEqual([[0]]);
  expect(database.itemsWith(word('green tea'), [{ conversation: 'one', at: 0 }], 10)).toEqual([[0]]);
  expect(database.itemsWith(word('teap', true), [{ conversation: 'one', at: 0 }], 10)).toEqual([[far]]);
  expect(database.itemsWith([...word('green'), ...word('teapot')], [{ conversation: 'one', at: 0 }], 10)).toEqual([
    [far],
  ]);
  expect(database.itemsWith(word('tea'), [{ conversation: 'three', at: 0 }], 10)).toEqual([[]]);
  expect(database.itemsWithin(['lac'])).toEqual([{ conversation: 'two', at: 5 }]);
  expect(database.itemsWithin(['ree', 'apo'])).toEqual([{ conversation: 'one', at: far }]);
  expect(database.conversationsWithin(['ree', 'apo'])).toEqual(['one']);
  expect(database.conversationsWithin(['ea'])).toEqual(['one', 'two']);
  expect(database.itemsWithin(['xy'])).toEqual([]);
});

test('replaces a conversation’s text from a place on, only for a writer that knows how far it was read', () => {
  const { database } = open();
  const add = (readTo: number, from: number, ...texts: { at: number; text: string }[]): void =>
    database.add([{ read: read('one', readTo), from, texts: packed(texts), keys: new Uint32Array() }]);
  add(10, 0, { at: 0, text: 'first' }, { at: 10, text: 'half' });
  add(20, 7, { at: 10, text: 'by another process' });
  expect(database.known()).toEqual([read('one', 10)]);
  add(20, 10, { at: 10, text: 'whole' }, { at: 20, text: 'last' });
  expect(database.known()).toEqual([read('one', 20)]);
  expect(database.itemsWith(word('half'), [{ conversation: 'one', at: 0 }], 10)).toEqual([[]]);
  expect(database.itemsWith(word('whole'), [{ conversation: 'one', at: 0 }], 10)).toEqual([[10]]);
  expect(database.itemsWith(word('first'), [{ conversation: 'one', at: 0 }], 10)).toEqual([[0]]);

  add(0, 0, { at: 0, text: 'another file' });
  expect(database.itemsWith(word('first'), [{ conversation: 'one', at: 0 }], 10)).toEqual([[]]);
  database.remove(['one', 'none']);
  expect(database.known()).toEqual([]);
  expect(database.conversationsWith(word('another'))).toEqual([]);
});

test('a second connection sees additions of the first, and finds them after both are closed', () => {
  const path = temporaryPath();
  const one = openIndexDatabase(path);
  const other = openIndexDatabase(path);
  one.add([{ read: read('one', 0), from: 0, texts: packed([{ at: 0, text: 'tea' }]), keys: new Uint32Array() }]);
  expect(other.itemsWith(word('tea'), [{ conversation: 'one', at: 0 }], 10)).toEqual([[0]]);
  one.close();
  other.close();
  expect(open(path).database.itemsWith(word('tea'), [{ conversation: 'one', at: 0 }], 10)).toEqual([[0]]);
});

test('a copy has all its items in a longer conversation with the same beginning', () => {
  const { database } = open();
  const add = (name: string, ...keys: number[]): void =>
    database.add([{ read: read(name, 0), from: 0, texts: packed([]), keys: Uint32Array.from(keys) }]);
  add('short', 1, 10, 2, 20);
  add('fork', 1, 10, 2, 21);
  // Ends like the longer one, and differs in between.
  add('changed', 1, 10, 4, 40, 3, 30);
  add('long', 1, 10, 2, 20, 3, 30);
  add('elsewhere', 2, 20);
  // Found at a place where no key begins.
  add('shifted', 1, 10, 20, 3);
  add('untimed');
  add('untimed too');
  expect(database.copies()).toEqual([{ conversation: 'short', holder: 'long' }]);
  database.add([{ read: read('short', 1), from: 0, texts: packed([]), keys: Uint32Array.from([1, 10, 2, 20]) }]);
  database.add([{ read: read('short', 2), from: 1, texts: packed([]), keys: Uint32Array.from([4, 40]) }]);
  expect(database.copies()).toEqual([]);
});

test('rebuilds an index of another version', () => {
  const path = temporaryPath();
  const old = openSqlite(path, 0);
  old.exec('CREATE TABLE conversations (path TEXT); PRAGMA user_version = 99');
  old.close();
  expect(open(path).database.known()).toEqual([]);
});

test('reports a file that is no database by SQLite’s code', () => {
  const path = temporaryPath();
  writeFileSync(path, 'This is no database. '.repeat(500));
  expect(() => openIndexDatabase(path)).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }));
});

test('leaves nothing of an erased item in the database, its log or its words', () => {
  const path = temporaryPath();
  const { database } = open(path);
  const files = (): string => ['', '-wal'].map((end) => readFileSync(`${path}${end}`).toString('latin1')).join('');
  // Enough for the index to merge its parts, which frees their old pages.
  for (let at = 0; at < 400; at++) {
    const secret = at % 50 === 0 ? `hunter2secret${at} hunter2secret` : '';
    database.add([
      {
        read: read('one', at + 1),
        from: at,
        texts: packed([{ at, text: `other${at} words${at % 7} ${secret}` }]),
        keys: new Uint32Array(),
      },
    ]);
  }
  expect(files()).toContain('hunter2secret');
  expect(wordsIn(path, 'hunter2')).toHaveLength(9);
  const items = database
    .itemsWith(word('hunter2secret', true), [{ conversation: 'one', at: 0 }], 100)
    .flatMap((all) => all.map((at) => ({ conversation: 'one', at })));
  expect(items).toHaveLength(8);

  database.erase(items);
  expect(wordsIn(path, 'hunter2')).toEqual([]);
  expect(files()).not.toContain('hunter2');
  expect(database.itemsWith(word('other399'), [{ conversation: 'one', at: 0 }], 10)).toEqual([[399]]);
});
