import type { Extension } from '@codemirror/state';
import { type EditorFormat, editorFormat } from './editor-rules.ts';
import { entryMarking } from './entry-marks.ts';
import { folding } from './folding.ts';
import { markdownHighlighting, markdownKeys, memoryMarkdown } from './memory-markdown.ts';
import { reading } from './reading.ts';

export { editorBasics } from './editor-basics.ts';
export { changeRules, type EditorFormat, type EditorRules, editorRules } from './editor-rules.ts';
export { editorTheme } from './theme.ts';

/** All that the editor knows of a memory in one format. */
export function languageOf(format: EditorFormat): Extension {
  return [
    editorFormat.of(format),
    reading,
    memoryMarkdown(),
    markdownHighlighting,
    markdownKeys,
    folding,
    format === 'context' ? entryMarking : [],
  ];
}
