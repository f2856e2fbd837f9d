import type { Extension } from '@codemirror/state';
import { lineNumbers } from '@codemirror/view';
import { completion } from './completion.ts';
import { type EditorFormat, editorFormat } from './editor-rules.ts';
import { entryMarking } from './entry-marks.ts';
import { entryTooltips } from './entry-tooltip.ts';
import { finding } from './find-panel.ts';
import { folding } from './folding.ts';
import { hiddenCharacters } from './hidden-characters.ts';
import { leavingMarks } from './leaving-marks.ts';
import { markdownHighlighting, markdownKeys, memoryMarkdown } from './memory-markdown.ts';
import { phrases } from './phrases.ts';
import { problems } from './problems.ts';
import { reading } from './reading.ts';

export { editorBasics } from './editor-basics.ts';
export { changeRules, type EditorFormat, type EditorRules, editorRules } from './editor-rules.ts';
export { currentItem, jumpTo, type OutlineItem, outlineOf, outlinePlace } from './outline-items.ts';
export { problemsOf } from './problems.ts';
export { readAtOnce } from './reading.ts';
export { statusOf } from './status.ts';
export { editorTheme } from './theme.ts';

/** All that the editor knows of a memory in one format. */
export function languageOf(format: EditorFormat): Extension {
  return [
    editorFormat.of(format),
    phrases,
    reading,
    memoryMarkdown(),
    markdownHighlighting,
    markdownKeys,
    hiddenCharacters,
    finding,
    format === 'context' ? contextParts : [],
    lineNumbers(),
    folding,
  ];
}

/** A memory's text to be read only: its parts as in the editor, without what helps to write. */
export const readingLanguage: Extension = [
  editorFormat.of('context'),
  phrases,
  reading,
  memoryMarkdown(),
  markdownHighlighting,
  hiddenCharacters,
  entryMarking,
  lineNumbers(),
];

/** What only our own format has, in the order its gutters stand. */
const contextParts: Extension = [entryMarking, problems, leavingMarks, entryTooltips, completion];
