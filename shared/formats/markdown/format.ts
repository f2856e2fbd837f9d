import { ContextureError } from '../../contract/errors.ts';
import { removeEntries } from '../entry-plan.ts';
import { eraseFromDocument } from '../erase.ts';
import type { MemoryFormat } from '../format.ts';
import { mergeTexts } from '../merge.ts';
import { readMarkdown } from './read-markdown.ts';

const readOnlyReason =
  'This memory is kept in another assistant’s format, which Contexture can show but not change yet.';

function refuse(): never {
  throw new ContextureError('read_only', readOnlyReason);
}

/** Markdown of no particular form. */
export const markdownFormat: MemoryFormat = {
  id: 'markdown',
  capabilities: {
    confidence: false,
    dates: false,
    sections: false,
    headings: true,
    archive: false,
    severalFiles: false,
    assistant: null,
    budget: null,
    loaded: [],
    readOnlyReason,
  },
  read: readMarkdown,
  merge: mergeTexts,
  erase: (document, eraser) => eraseFromDocument(document, eraser, readMarkdown),
  syntaxOf: () => [],
  remove: removeEntries,
  patch: refuse,
  measure: null,
  archive: null,
  begin: (document) => document,
  plan: refuse,
  checkUpdates: refuse,
  planUpdates: refuse,
  planBeside: refuse,
  planReturns: refuse,
  sectionOf: () => '',
  count: (_, after) => after,
  withCountOf: (_, wanted) => wanted,
  givenToAssistant: ({ text }) => ({ guidance: null, memory: text }),
  frontmatterOffers: () => [],
  lineOfTopic: null,
  isTitle: () => false,
  repair: (document) => document,
};
