import type { ContextUpdate } from '#shared/contract/features/memory.ts';
import { noFlags, refOf } from '#shared/entries/entry.ts';
import { createEntryFinder, shortName } from '#shared/entries/find-entry.ts';
import { newArchive } from '#shared/formats/context/archive-text.ts';
import { writeBracket } from '#shared/formats/context/bracket.ts';
import { carryOut, type EntryPlan, joinPlans } from '#shared/formats/context/carry-out.ts';
import { beginContext, counted } from '#shared/formats/context/change.ts';
import { type EntryPatch, patchBetween, planPatch } from '#shared/formats/context/patch.ts';
import { bulletFor } from '#shared/formats/context/place.ts';
import { readArchive, readContext } from '#shared/formats/context/read-document.ts';
import { rewriteEntry } from '#shared/formats/context/rewrite-entry.ts';
import { archivedSections, contextSections } from '#shared/formats/context/section-names.ts';
import { writeEntry } from '#shared/formats/context/write-entry.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { countOf, quoted } from '../memory/labels.ts';
import { noStep, type Rules, updatesStep } from '../memory/steps.ts';
import type { Step, StepInput } from '../workspace/transaction.ts';
import { type LostEntry, refOfLost } from './losses.ts';

/** What the answers to cards do, as computations from files to files. */

/** The assistant's words in the place of the person's. */
export function takeTheirsStep(update: ContextUpdate, rules: Rules) {
  const compute = updatesStep([update], rules);
  return async (input: StepInput): Promise<Step> => ({
    ...(await compute(input)),
    label: `Took ${quoted(update.value)} for ${quoted(update.key)}`,
  });
}

/** The assistant's words as an entry of their own, behind the person's. */
export function keepBothStep(update: ContextUpdate, rules: Rules) {
  return async (input: StepInput): Promise<Step> => {
    const now = beginContext(input.context?.document ?? readContext(''), rules.today);
    const { category, key, value, confidence, source } = update;
    const bracket = writeBracket({ date: rules.today, confidence, source, flags: noFlags });
    const raw = writeEntry({ key, value, bracket, ...bulletFor(now, category) }, now.lineEnd);
    const mine = createEntryFinder(now.entries).named(update);
    const add: EntryPatch['add'][number] = {
      ref: { category, key, raw, ordinal: 0 },
      section: mine[0]?.section ?? contextSections.nameOf(category),
      after: mine.map(refOf),
      twins: mine.length,
    };
    const plan = planPatch(now, contextSections, { remove: [], add: [add], change: [] }, 'keep_both');
    const context = counted(now, carryOut(now, plan, readContext), rules.today);
    return { ...noStep, label: `Kept both for ${quoted(key)}`, context };
  };
}

/** Something lost, and the version before it was: where that can't be read any more, it goes to the end of its section. */
export type Wanted = { readonly lost: LostEntry; readonly before: MemoryDocument | null };

/** The person's entries as they were before others wrote. */
export function putMineBackStep(wanted: readonly Wanted[], rules: Rules) {
  return async (input: StepInput): Promise<Step> => {
    const now = beginContext(input.context?.document ?? readContext(''), rules.today);
    const find = createEntryFinder(now.entries);
    const placed = placesIn([...new Set(wanted.map(({ before }) => before))]);
    const patch = { remove: [], add: [], change: [] } as { [K in keyof EntryPatch]: EntryPatch[K][number][] };
    const pins: EntryPlan[] = [];
    for (const { lost, before } of wanted) {
      const wantedRef = refOfLost(lost);
      const theirs = lost.theirs && find.exact(lost.theirs);
      if (!theirs) {
        if (!find.exact(wantedRef)) {
          patch.add.push(placed(before, lost));
        }
      } else if (!lost.yours.correction && theirs.value !== lost.yours.value) {
        // Their words stand: only the pin was the person's.
        pins.push(rewriteEntry(now, theirs, { ...theirs, flags: { ...theirs.flags, pinned: true } }, rules.today));
      } else if (theirs.category === wantedRef.category) {
        patch.change.push({ from: refOf(theirs), to: wantedRef });
      } else {
        patch.remove.push(refOf(theirs));
        patch.add.push(placed(before, lost));
      }
    }
    const plan = joinPlans([planPatch(now, contextSections, patch, 'keep_both'), ...pins]);
    const context = counted(now, carryOut(now, plan, readContext), rules.today);
    const label = `Put back ${whatOf(wanted)}`;
    return { ...noStep, label, context: context.text === now.text ? null : context };
  };
}

/** Entries back in an archive that others took them from; the whole file where nothing of it is left. */
export function putArchivedBackStep(name: string, wanted: readonly Wanted[], rules: Rules) {
  return async (input: StepInput): Promise<Step> => {
    const label = `Put back ${whatOf(wanted)} in the archive`;
    const there = await input.archive(name);
    const whole = wanted[0]?.before;
    if (there === null && whole && whole.entries.length === wanted.length) {
      return { ...noStep, label, archives: [{ name, document: whole, when: 'before' }] };
    }
    const now = there?.document ?? readArchive(newArchive(rules.today, true));
    const find = createEntryFinder(now.entries);
    const placed = placesIn([...new Set(wanted.map(({ before }) => before))]);
    const add = wanted
      .filter(({ lost }) => !find.exact(refOfLost(lost)))
      .map(({ lost, before }) => placed(before, lost));
    const plan = planPatch(now, archivedSections, { remove: [], add, change: [] }, 'keep_both');
    return { ...noStep, label, archives: [{ name, document: carryOut(now, plan, readArchive), when: 'before' }] };
  };
}

function whatOf(wanted: readonly Wanted[]): string {
  const [first] = wanted;
  return wanted.length === 1 && first ? quoted(shortName(first.lost.yours)) : countOf(wanted.length);
}

/** Where entries stood in versions of before. */
function placesIn(documents: readonly (MemoryDocument | null)[]) {
  const places = new Map(
    documents.map((document) => [
      document,
      new Map(
        (document ? patchBetween(readContext(''), document).add : []).map((each) => [nameOf(each.ref), each] as const),
      ),
    ]),
  );
  return (document: MemoryDocument | null, { yours }: LostEntry): EntryPatch['add'][number] =>
    places.get(document)?.get(nameOf(yours)) ?? {
      ref: refOf(yours),
      after: [],
      twins: 0,
      section: yours.category === null ? '' : contextSections.nameOf(yours.category),
    };
}

const nameOf = ({ category, raw, ordinal }: Pick<ParsedEntry, 'category' | 'raw' | 'ordinal'>): string =>
  `${category} ${ordinal} ${raw}`;
