import type { Capabilities } from '../../contract/capabilities.ts';
import { removeEntries } from '../entry-plan.ts';
import { eraseFromDocument } from '../erase.ts';
import type { ArchiveFormat, FileFormat, MemoryFormat } from '../format.ts';
import { mergeTexts } from '../merge.ts';
import { markdownArchive } from './archive.ts';
import { anyMarkdown, type Dialect } from './dialect.ts';
import { planMarkdownOperations } from './operations.ts';
import { planMarkdownPatch } from './patch.ts';
import { planReturns } from './returns.ts';
import { settled } from './try-out.ts';
import { checkMarkdownUpdates, operationsFor, planBeside } from './updates.ts';

/** Makes the format of one program's markdown. @param archive for entries that leave the memory */
export function createMarkdownFormat(dialect: Dialect, archive: ArchiveFormat): MemoryFormat {
  const { read } = dialect;
  const remove: FileFormat['remove'] = (document, entries) => settled(document, removeEntries(document, entries), read);
  return {
    id: 'markdown',
    capabilities,
    read,
    merge: mergeTexts,
    erase: (document, eraser) => eraseFromDocument(document, eraser, read, () => [], remove),
    syntaxOf: () => [],
    remove,
    patch: (document, patch, onDuplicate) => planMarkdownPatch(document, patch, onDuplicate, read),
    measure: null,
    archive,
    begin: (document) => document,
    plan: (document, operations) => planMarkdownOperations(document, operations, dialect),
    checkUpdates: checkMarkdownUpdates(dialect),
    planUpdates: (document, updates) => ({
      plan: planMarkdownOperations(document, operationsFor(document, updates), dialect).plan,
      notes: [],
    }),
    planBeside: (document, update) => planBeside(document, update, dialect),
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
}

const capabilities: Capabilities = {
  confidence: false,
  dates: false,
  sections: false,
  headings: true,
  archive: true,
  severalFiles: false,
  assistant: null,
  budget: null,
  loaded: [],
  advice: null,
  recall: false,
  readOnlyReason: null,
};

export const markdownFormat = createMarkdownFormat(anyMarkdown, markdownArchive);
