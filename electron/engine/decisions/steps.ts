import type { ContextUpdate } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { createEntryFinder, shortName } from '#shared/entries/find-entry.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { type EntryPatch, patchBetween } from '#shared/formats/entry-patch.ts';
import { carryOut, type EntryPlan, joinPlans } from '#shared/formats/entry-plan.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { updatesStep } from '../memory/steps.ts';
import { countOf, quoted } from '../steps/labels.ts';
import { archiveFile, archiveFormatOf, archiveIn, memoryFile, memoryIn, type Rules } from '../steps/rules.ts';
import { type ComputeStep, emptyStep } from '../steps/step.ts';
import { type LostEntry, refOfLost } from './losses.ts';

export function takeTheirsStep(update: ContextUpdate, rules: Rules): ComputeStep {
  const compute = updatesStep([update], rules);
  return async (input) => ({
    ...(await compute(input)),
    label: `Took ${quoted(update.value)} for ${quoted(update.key)}`,
  });
}

/** The assistant's words as an entry of their own, behind the person's. */
export function keepBothStep(update: ContextUpdate, rules: Rules): ComputeStep {
  return async (input) => {
    const { format, today } = rules;
    const now = await memoryIn(input, rules);
    const both = carryOut(now, format.planBeside(now, update, today), format.read);
    const files = memoryFile(rules, now, format.count(now, both, today));
    return { ...emptyStep, label: `Kept both for ${quoted(update.key)}`, files };
  };
}

/** Something lost, and the version before it was: where that can't be read any more, it goes to the end of its section. */
export type Wanted = { readonly lost: LostEntry; readonly before: MemoryDocument | null };

export function putMineBackStep(wanted: readonly Wanted[], rules: Rules): ComputeStep {
  return async (input) => {
    const { format, today } = rules;
    const now = await memoryIn(input, rules);
    const find = createEntryFinder(now.entries);
    const placed = placesIn([...new Set(wanted.map(({ before }) => before))], format);
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
        pins.push(format.plan(now, [{ op: 'pin', entry: refOf(theirs), pinned: true }], today).plan);
      } else if (theirs.category === wantedRef.category) {
        patch.change.push({ from: refOf(theirs), to: wantedRef });
      } else {
        patch.remove.push(refOf(theirs));
        patch.add.push(placed(before, lost));
      }
    }
    const plan = joinPlans([format.patch(now, patch, 'keep_both'), ...pins]);
    const after = format.count(now, carryOut(now, plan, format.read), today);
    return { ...emptyStep, label: `Put back ${whatOf(wanted)}`, files: memoryFile(rules, now, after) };
  };
}

/** Entries back in an archive that others took them from; the whole file where nothing of it is left. */
export function putArchivedBackStep(name: string, wanted: readonly Wanted[], rules: Rules): ComputeStep {
  return async (input) => {
    const step = { ...emptyStep, label: `Put back ${whatOf(wanted)} in the archive` };
    const there = await archiveIn(input, rules, name);
    const whole = wanted[0]?.before;
    if (there === null && whole && whole.entries.length === wanted.length) {
      return { ...step, files: [archiveFile(rules, name, whole, 'gains')] };
    }
    const archive = archiveFormatOf(rules.format);
    const now = there ?? archive.begin(rules.today, true);
    const find = createEntryFinder(now.entries);
    const placed = placesIn([...new Set(wanted.map(({ before }) => before))], rules.format);
    const add = wanted
      .filter(({ lost }) => !find.exact(refOfLost(lost)))
      .map(({ lost, before }) => placed(before, lost));
    const plan = archive.patch(now, { remove: [], add, change: [] }, 'keep_both');
    return { ...step, files: [archiveFile(rules, name, carryOut(now, plan, archive.read), 'gains')] };
  };
}

function whatOf(wanted: readonly Wanted[]): string {
  const [first] = wanted;
  return wanted.length === 1 && first ? quoted(shortName(first.lost.yours)) : countOf(wanted.length);
}

function placesIn(documents: readonly (MemoryDocument | null)[], format: MemoryFormat) {
  const places = new Map(
    documents.map((document) => [
      document,
      new Map(
        (document ? patchBetween(format.read(''), document).add : []).map((each) => [nameOf(each.ref), each] as const),
      ),
    ]),
  );
  return (document: MemoryDocument | null, { yours }: LostEntry): EntryPatch['add'][number] =>
    places.get(document)?.get(nameOf(yours)) ?? {
      ref: refOf(yours),
      after: [],
      duplicates: 0,
      section: yours.category === null ? '' : format.sectionOf(yours.category),
    };
}

const nameOf = ({ category, raw, ordinal }: Pick<ParsedEntry, 'category' | 'raw' | 'ordinal'>): string =>
  `${category} ${ordinal} ${raw}`;
