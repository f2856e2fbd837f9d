import { expect, test } from 'vitest';
import { refOf } from '../entries/entry.ts';
import { markdownFormat } from '../formats/markdown/format.ts';
import { noNote, notesFormat } from './list.ts';
import { notedBy } from './with-notes.ts';

const list = notesFormat.read('- [2026-11-21|certain|user_correction|pinned] - likes tea\n');

test('keeps a note while one of two equal entries stays, and removes it with the last', () => {
  const document = markdownFormat.read('- likes tea\n- sails\n- likes tea\n');
  const [one, , other] = document.entries.map(refOf);
  const noted = (refs: readonly (typeof one)[]) => {
    const operations = refs.flatMap((entry) => (entry ? [{ op: 'delete' as const, entry }] : []));
    return notedBy(document, operations, markdownFormat.plan(document, operations, '2026-11-21', 'person'), list);
  };
  expect([...noted([one])]).toEqual([]);
  expect([...noted([one, other])]).toEqual([['- likes tea', noNote]]);
});
