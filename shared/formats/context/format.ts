import { preambleOf } from '../../prompt/fill-template.ts';
import { renderContext } from '../../prompt/render-context.ts';
import { removeEntries } from '../entry-plan.ts';
import { eraseFromDocument } from '../erase.ts';
import type { ArchiveFormat, MemoryFormat } from '../format.ts';
import { mergeTexts } from '../merge.ts';
import { planPatch } from '../plan-patch.ts';
import {
  addToArchive,
  archiveFact,
  archiveName,
  dateOfArchiveName,
  isCategoryGuessed,
  newArchive,
} from './archive-text.ts';
import { mergeConflicts } from './conflict-markers.ts';
import { beginContext, repairFrontmatter, withChangeCounted, withValuesOf } from './frontmatter-edits.ts';
import { planOperations } from './operations.ts';
import { addingTo } from './place.ts';
import { readArchive, readContext } from './read-document.ts';
import { planRestore } from './restore.ts';
import { dateForUndated } from './rewrite-entry.ts';
import { archivedSections, contextSections } from './section-names.ts';
import { syntaxOf } from './syntax.ts';
import { checkUpdates, planBesideLine, planUpdates } from './updates.ts';

const archive: ArchiveFormat = {
  read: readArchive,
  merge: mergeTexts,
  erase: (document, eraser) => eraseFromDocument(document, eraser, readArchive, syntaxOf),
  syntaxOf,
  remove: removeEntries,
  patch: (document, patch, onDuplicate) =>
    planPatch(document, addingTo(archivedSections), patch, onDuplicate, 'archive'),
  nameOf: archiveName,
  dayOf: dateOfArchiveName,
  begin: (today, byHand) => readArchive(newArchive(today, byHand)),
  add: (document, departures, memory, today) =>
    addToArchive(document, departures, { today, unknownDate: dateForUndated(memory, today) }),
  facts: (document) => ({ date: archiveFact(document, 'archived_date'), reason: archiveFact(document, 'reason') }),
  isCategoryGuessed,
};

/** Contexture's own format: `logs/context/global.md` and its archives, as described in docs/format.md. */
export const contextFormat: MemoryFormat = {
  id: 'context',
  capabilities: {
    confidence: true,
    dates: true,
    sections: true,
    headings: false,
    archive: true,
    severalFiles: false,
    assistant: null,
    budget: { unit: 'tokens', limit: null, loaded: 'all' },
    loaded: [],
    advice: null,
    recall: true,
    readOnlyReason: null,
  },
  read: readContext,
  merge: mergeTexts,
  erase: (document, eraser) => eraseFromDocument(document, eraser, readContext, syntaxOf),
  measure: null,
  archive,
  begin: beginContext,
  plan: planOperations,
  checkUpdates,
  planUpdates,
  planBeside: planBesideLine,
  planReturns: planRestore,
  sectionOf: contextSections.nameOf,
  syntaxOf,
  remove: removeEntries,
  patch: (document, patch, onDuplicate) => planPatch(document, addingTo(contextSections), patch, onDuplicate),
  count: withChangeCounted,
  withCountOf: withValuesOf,
  givenToAssistant: ({ entries }, today, leftOut) => ({
    guidance: preambleOf(today),
    memory: renderContext(entries, leftOut),
  }),
  frontmatterOffers: (today, tokens) => [
    { name: 'last_updated', value: today, purpose: 'When it was last changed' },
    { name: 'version', value: '1', purpose: 'Counts the changes' },
    { name: 'token_estimate', value: String(tokens), purpose: 'How long it is, counted with each change' },
  ],
  lineOfTopic: null,
  isTitle: (heading) => /^#[ \t]+Global Context[ \t]*$/.test(heading),
  repair: (document, repair, today) =>
    repair === 'conflict' ? mergeConflicts(document, today) : readContext(repairFrontmatter(document, today)),
};
