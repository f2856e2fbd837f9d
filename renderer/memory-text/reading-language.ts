import type { Extension } from '@codemirror/state';
import { lineNumbers } from '@codemirror/view';
import { ownMemory } from '#shared/formats/formats.ts';
import { editorFormat } from './editor-rules.ts';
import { entryMarking } from './entry-marks.ts';
import { hiddenCharacters } from './hidden-characters.ts';
import { markdownHighlighting, memoryMarkdown } from './memory-markdown.ts';
import { phrases } from './phrases.ts';
import { reading } from './reading.ts';

/** A memory's text to be read only: its parts as in the editor, without what helps to write. */
export const readingLanguage: Extension = [
  editorFormat.of(ownMemory.format),
  phrases,
  reading,
  memoryMarkdown(),
  markdownHighlighting,
  hiddenCharacters,
  entryMarking,
  lineNumbers(),
];
