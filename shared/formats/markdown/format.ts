import { removeEntries } from '../entry-plan.ts';
import { eraseFromDocument } from '../erase.ts';
import type { FileFormat, MemoryFormat } from '../format.ts';
import { mergeTexts } from '../merge.ts';
import { markdownArchive } from './archive.ts';
import { planOperations } from './operations.ts';
import { planMarkdownPatch } from './patch.ts';
import { readMarkdown } from './read-markdown.ts';
import { planReturns } from './returns.ts';
import { settled } from './try-out.ts';
import { checkUpdates, planBeside, planUpdates } from './updates.ts';

const read = readMarkdown;
const remove: FileFormat['remove'] = (document, entries) => settled(document, removeEntries(document, entries), read);

/** Markdown of no particular form. */
export const markdownFormat: MemoryFormat = {
  id: 'markdown',
  capabilities: {
    confidence: false,
    dates: false,
    sections: false,
    headings: true,
    archive: true,
    severalFiles: false,
    assistant: null,
    budget: null,
    loaded: [],
    readOnlyReason: null,
  },
  read,
  merge: mergeTexts,
  erase: (document, eraser) => eraseFromDocument(document, eraser, read, () => [], remove),
  syntaxOf: () => [],
  remove,
  patch: (document, patch, onDuplicate) => planMarkdownPatch(document, patch, onDuplicate, read),
  measure: null,
  archive: markdownArchive,
  begin: (document) => document,
  plan: (document, operations) => planOperations(document, operations, read),
  checkUpdates,
  planUpdates: (document, updates) => ({ plan: planUpdates(document, updates, read), notes: [] }),
  planBeside: (document, update) => planBeside(document, update, read),
  planReturns: (document, returns) => planReturns(document, returns, read),
  sectionOf: () => '',
  count: (_, after) => after,
  withCountOf: (_, wanted) => wanted,
  givenToAssistant: ({ text }) => ({ guidance: null, memory: text }),
  frontmatterOffers: () => [],
  lineOfTopic: null,
  isTitle: () => false,
  repair: (document) => document,
};
