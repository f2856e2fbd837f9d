import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { EditorState, type Extension } from '@codemirror/state';
import { estimate } from '#shared/entries/measure.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { formatById } from '#shared/formats/formats.ts';
import { completeMemory } from '../features/editor/language/completion.ts';
import { languageOf } from '../features/editor/language/editor-language.ts';
import { editorRules } from '../memory-text/editor-rules.ts';

export const today = '2026-11-21';

/** Editor state; `|` in the text is the cursor, `|…|` the selection. Brackets use `¦` instead. */
export function editorState(
  marked: string,
  limit = 2000,
  format: MemoryFormat['id'] = 'context',
  more: Extension = [],
): EditorState {
  const places = [...marked.matchAll(/\|/g)].map((match, index) => match.index - index);
  const doc = marked.replaceAll('|', '').replaceAll('¦', '|');
  const anchor = places[0] ?? 0;
  return EditorState.create({
    doc,
    selection: { anchor, head: places[1] ?? anchor },
    extensions: [
      editorRules.of({ today, limit, measure: estimate }),
      languageOf(formatById(format, 'MEMORY.md')),
      more,
    ],
  });
}

export function completeAt(marked: string, explicit = false): CompletionResult | null {
  const state = editorState(marked);
  return completeMemory(new CompletionContext(state, state.selection.main.head, explicit));
}

/** Labels of offered completions; null if there are none. */
export function offered(marked: string, explicit = false): string[] | null {
  return completeAt(marked, explicit)?.options.map(({ label }) => label) ?? null;
}

/** Text with a completion applied. */
export function completed(marked: string, label: string, explicit = false): string {
  const state = editorState(marked);
  const result = completeAt(marked, explicit);
  const option = result?.options.find((candidate) => candidate.label === label);
  if (!result || !option) {
    throw new Error(`“${label}” is not offered`);
  }
  const to = result.to ?? state.selection.main.head;
  if (typeof option.apply === 'function') {
    let after = '';
    const editor = {
      state,
      dispatch: (transaction: { newDoc: { toString(): string } }) => {
        after = transaction.newDoc.toString();
      },
    };
    option.apply(editor as never, option, result.from, to);
    return after;
  }
  return state.update({ changes: { from: result.from, to, insert: option.apply ?? option.label } }).newDoc.toString();
}
