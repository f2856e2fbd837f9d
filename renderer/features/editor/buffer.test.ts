import { history, undo } from '@codemirror/commands';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomContext } from '#shared/formats/context/testing/random-context.ts';
import { applyEdits } from '#shared/text/edits.ts';
import { fileText, offsetInFile } from '../../memory-text/file-text.ts';
import { baseOf, bufferOf, isDirty, mergeTheirs, revert, typedEdits } from './buffer.ts';

/** Editor on a file's text; `type` changes it as a person does. */
function editor(text: string) {
  const file = fileText('a'.repeat(64), text);
  let state = EditorState.create({ doc: file.doc, extensions: [bufferOf(file), history()] });
  const run = (spec: TransactionSpec): void => {
    state = state.update(spec).state;
  };
  return {
    state: () => state,
    run,
    type: (what: string, by: string) => {
      const from = state.doc.toString().indexOf(what);
      run({ changes: { from, to: from + what.length, insert: by }, userEvent: 'input.type' });
    },
    undo: () => undo({ state, dispatch: (transaction) => (state = transaction.state) }),
    saved: () => applyEdits(baseOf(state).text, typedEdits(state)),
    others: (theirs: string) => {
      const { spec, conflicts } = mergeTheirs(state, fileText('b'.repeat(64), theirs), baseOf(state).doc.toString());
      run(spec);
      return conflicts;
    },
  };
}

const crlf = '\uFEFF## Facts\r\n- cat: Minka\r\n- dog: Otto\n- bird: 🐦 漢字\r\n';

describe('the text of a file in the editor', () => {
  test('has neither byte order mark nor line ends of two characters', () => {
    expect(editor(crlf).state().doc.toString()).toBe('## Facts\n- cat: Minka\n- dog: Otto\n- bird: 🐦 漢字\n');
  });

  test('is saved with each line’s own end, and gives new lines the most common one', () => {
    const it = editor(crlf);
    it.type('Otto', 'Bello\n- fish: Blub');
    expect(it.saved()).toBe(crlf.replace('Otto', 'Bello\r\n- fish: Blub'));
  });

  test('keeps the line end of a line that was cut and pasted', () => {
    const it = editor(crlf);
    it.type('- cat: Minka\n- dog', '- dog');
    it.type('- dog', '- cat: Minka\n- dog');
    expect(it.saved()).toBe(crlf);
    expect(isDirty(it.state())).toBe(false);
  });

  test('maps offsets to the same place in the file', () => {
    const file = fileText(null, crlf);
    const at = file.doc.toString().indexOf('漢');
    expect(crlf.slice(offsetInFile(file, at))).toBe('漢字\r\n');
  });

  test('keeps two kinds of line end apart where they meet', () => {
    const mixed = '- a: 1\r- b: 2\n- c: 3\n- d: 4\r- e: 5\n';
    const it = editor(mixed);
    it.type('- b: 2', '');
    expect(it.saved()).toBe('- a: 1\n\n- c: 3\n- d: 4\r- e: 5\n');
  });

  test('keeps the rest of the file to the byte under any typing, and reads back as shown', () => {
    const change = fc.record({
      at: fc.nat(),
      length: fc.nat(40),
      insert: fc.string({ unit: 'binary', maxLength: 12 }),
    });
    fc.assert(
      fc.property(randomContext, fc.array(change, { maxLength: 6 }), fc.boolean(), (text, changes, mark) => {
        const it = editor(mark ? `\uFEFF${text.replace(/^\uFEFF/, '')}` : text);
        for (const { at, length, insert } of changes) {
          const doc = it.state().doc;
          const from = at % (doc.length + 1);
          it.run({ changes: { from, to: Math.min(doc.length, from + length), insert: insert.replaceAll('\r', '') } });
        }
        expect(fileText(null, it.saved()).doc.toString()).toBe(it.state().doc.toString());
        if (changes.length === 0) {
          expect(typedEdits(it.state())).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a version by others', () => {
  test('replaces an untouched text, which stays unchanged', () => {
    const it = editor(crlf);
    expect(it.others(crlf.replace('Otto', 'Rex'))).toEqual([]);
    expect(it.state().doc.toString()).toContain('Rex');
    expect(isDirty(it.state())).toBe(false);
    expect(it.saved()).toBe(crlf.replace('Otto', 'Rex'));
  });

  test('keeps the cursor’s place', () => {
    const it = editor(crlf);
    it.run({ selection: { anchor: it.state().doc.toString().indexOf('字') } });
    it.others(crlf.replace('Minka', 'a much longer name'));
    expect(it.state().sliceDoc(it.state().selection.main.head)).toBe('字\n');
  });

  test('is merged with typed changes, and is no undo step', () => {
    const it = editor(crlf);
    it.type('Minka', 'Mauz');
    expect(it.others(crlf.replace('Otto', 'Rex'))).toEqual([]);
    expect(it.saved()).toBe(crlf.replace('Minka', 'Mauz').replace('Otto', 'Rex'));
    it.undo();
    expect(it.saved()).toBe(crlf.replace('Otto', 'Rex'));
    expect(isDirty(it.state())).toBe(false);
  });

  test('leaves typed changes if both changed the same entry, and reports the conflict', () => {
    const it = editor(crlf);
    it.type('Minka', 'Mauz');
    expect(it.others(crlf.replace('Minka', 'Kater'))).toMatchObject([
      { key: 'cat', mine: '- cat: Mauz', theirs: '- cat: Kater' },
    ]);
    expect(it.state().doc.toString()).toContain('Mauz');
    expect(it.saved()).toBe(crlf.replace('Minka', 'Mauz'));
  });

  test('can be restored', () => {
    const it = editor(crlf);
    it.type('Minka', 'Mauz');
    it.run(revert(it.state()));
    expect(isDirty(it.state())).toBe(false);
    it.undo();
    expect(it.state().doc.toString()).toContain('Mauz');
  });
});
