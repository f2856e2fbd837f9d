import { EditorSelection, EditorState } from '@codemirror/state';
import { getDrawSelectionConfig } from '@codemirror/view';
import { expect, test } from 'vitest';
import { cursor } from './editor-language.ts';

/** True if the editor draws cursors, as only that extension sets a blink rate. */
const isDrawn = (state: EditorState): boolean => getDrawSelectionConfig(state).cursorBlinkRate === 0;

test('draws selections and several cursors, and leaves one cursor to the browser, even while typing', () => {
  const extensions = [cursor, EditorState.allowMultipleSelections.of(true)];
  const begun = EditorState.create({ doc: 'some words', extensions });
  const selected = begun.update({ selection: { anchor: 0, head: 4 } }).state;
  const typedOver = selected.update(selected.replaceSelection('x')).state;
  const two = typedOver.update({
    selection: EditorSelection.create([EditorSelection.cursor(0), EditorSelection.cursor(3)]),
  }).state;
  const one = two.update({ selection: { anchor: 2 } }).state;
  expect([begun, selected, typedOver, two, one].map(isDrawn)).toEqual([false, true, false, true, false]);
});
