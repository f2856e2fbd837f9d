import {
  commonmarkLanguage,
  deleteMarkupBackward,
  insertNewlineContinueMarkupCommand,
} from '@codemirror/lang-markdown';
import { yamlFrontmatter } from '@codemirror/lang-yaml';
import { foldNodeProp, HighlightStyle, Language, type LanguageSupport, syntaxHighlighting } from '@codemirror/language';
import { type Extension, Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';

type Configurable = Language['parser'] & { configure: (extensions: readonly unknown[]) => Language['parser'] };

/** Markdown as the format reads it: no setext headings, no indented code. Folding is left to folding.ts. */
const parser = (commonmarkLanguage.parser as Configurable).configure([
  { remove: ['SetextHeading', 'IndentedCode'] },
  { props: [foldNodeProp.add(() => () => null)] },
]);

/** Uses the data of the original, by which the markdown commands know their language. */
const memoryLanguage = new Language(commonmarkLanguage.data, parser, [], 'memory');

export const memoryMarkdown = (): LanguageSupport => yamlFrontmatter({ content: memoryLanguage });

const style = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--text)', fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.monospace, color: 'var(--code-literal)' },
  { tag: tags.url, color: 'var(--text-quiet)', textDecoration: 'underline', textDecorationColor: 'var(--line-strong)' },
  { tag: [tags.quote, tags.escape], color: 'var(--text-quiet)' },
  {
    tag: [
      tags.processingInstruction,
      tags.contentSeparator,
      tags.meta,
      tags.labelName,
      tags.separator,
      tags.punctuation,
    ],
    color: 'var(--text-quiet)',
    fontWeight: '400',
  },
  { tag: [tags.comment, tags.lineComment], color: 'var(--text-quiet)', fontStyle: 'italic' },
  { tag: tags.definition(tags.propertyName), color: 'var(--code-key)' },
  { tag: tags.string, color: 'var(--code-literal)' },
  { tag: [tags.number, tags.bool], color: 'var(--code-source)' },
]);

export const markdownHighlighting: Extension = syntaxHighlighting(style);

/** Enter continues the list; in an empty bullet it ends it. */
export const markdownKeys: Extension = Prec.high(
  keymap.of([
    { key: 'Enter', run: insertNewlineContinueMarkupCommand({ nonTightLists: false }) },
    { key: 'Backspace', run: deleteMarkupBackward },
  ]),
);
