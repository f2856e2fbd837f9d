import { EditorState, type Extension } from '@codemirror/state';

/** Phrases of the editor's own parts, in the words of the rest of the interface. */
export const phrases: Extension = EditorState.phrases.of({
  Diagnostics: 'Problems in the text',
  'No diagnostics': 'No problems.',
  close: 'Close',
  Completions: 'Completions',
  'Selection deleted': 'Deleted what was selected',
  'Folded lines': 'Folded lines',
  'Unfolded lines': 'Unfolded lines',
  'replaced match on line $': 'Replaced in line $',
  'replaced $ matches': 'Replaced in $ places',
  'current match': 'Found',
  'on line': 'in line',
  'Go to line': 'Go to line',
  go: 'Go',
});
