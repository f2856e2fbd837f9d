import { ContextureError } from '#shared/contract/errors.ts';
import type { RestoreItem } from '#shared/contract/features/archive.ts';
import { shortName } from '#shared/entries/find-entry.ts';
import { unitInWords } from '#shared/entries/measure.ts';
import { addTo } from '#shared/entries/multimap.ts';
import { changeMemory } from '#shared/formats/change.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { withoutEntries } from '#shared/formats/entry-plan.ts';
import type { Return } from '#shared/formats/format.ts';
import { buildChangeStep } from '../memory/steps.ts';
import { tokensIn } from '../steps/impact.ts';
import { countOf, quoted } from '../steps/labels.ts';
import { moveOf } from '../steps/moves.ts';
import { archiveFile, archiveFormatOf, archiveIn, memoryIn, type Rules } from '../steps/rules.ts';
import { type ComputeStep, emptyStep, type StepInput } from '../steps/step.ts';
import { returningTopics } from '../topics/steps.ts';
import { categoryOf, findArchived } from './archive-file.ts';

type RestoreRules = Rules & { readonly makeRoom: boolean; readonly allowOver: boolean };

/** Moves entries from archives to the memory; to make room, the size rule may archive others. */
export function restoreStep(items: readonly RestoreItem[], rules: RestoreRules): ComputeStep {
  return async (input) => {
    const { format, layout, limit, today } = rules;
    const before = await memoryIn(input, rules);
    const archives = archivesIn(input, rules);
    const returns: (Return & { readonly file: string })[] = [];
    const returning = new Set<ParsedEntry>();
    for (const { entry: ref, category, onDuplicate } of items) {
      const entry = findArchived({ name: ref.file }, await archives.read(ref.file), ref);
      if (returning.has(entry)) {
        continue; // named twice, it comes back once
      }
      returning.add(entry);
      returns.push({ file: ref.file, entry, category: category ?? categoryOf(entry, format), onDuplicate });
    }
    const plan = format.planReturns(before, returns, today);
    const change = changeMemory(before, { plan }, { ...rules, fit: rules.makeRoom });
    const tokensAfter = tokensIn(change.after, rules);
    const isOver = format.capabilities.budget !== null && tokensAfter > limit;
    if (isOver && !rules.allowOver && !rules.makeRoom) {
      const message = `With what you restore, the memory would have ${tokensAfter} ${unitInWords(rules.measure.name, tokensAfter)}, over the limit of ${limit}. Make room, or restore it anyway.`;
      throw new ContextureError('over_limit', message, { tokensAfter, limit });
    }
    const step = await buildChangeStep(input, before, change, rules, { label: restoreLabel(returns), notes: [] });
    const archive = archiveFormatOf(format);
    const emptied = [...archives.known].map(([name, document]) => {
      const path = layout.archivePath(name);
      const gained = step.files.find((file) => file.path === path)?.after;
      const now = !gained || gained instanceof Uint8Array ? document : gained;
      const leaving = returns
        .filter((item) => item.file === name)
        .map(({ entry }) => findArchived({ name }, now, { file: name, raw: entry.raw, ordinal: entry.ordinal }));
      return archiveFile(rules, name, withoutEntries(now, [...new Set(leaving)], archive), 'loses');
    });
    const back = returns.map(({ file, entry, category }) =>
      moveOf({ ...entry, category }, layout.archivePath(file), layout.contextPath),
    );
    const topics = await returningTopics(input, rules, returns);
    return { ...step, files: [...topics, ...step.files, ...emptied], moves: [...step.moves, ...back] };
  };
}

function restoreLabel(returns: readonly Return[]): string {
  const only = returns.length === 1 ? returns[0] : undefined;
  return only ? `Restored ${quoted(shortName(only.entry))}` : `Restored ${countOf(returns.length)}`;
}

export function deleteArchivedStep(refs: readonly RestoreItem['entry'][], rules: Rules): ComputeStep {
  return async (input) => {
    const archives = archivesIn(input, rules);
    const leaving = new Map<string, ParsedEntry[]>();
    for (const ref of refs) {
      addTo(leaving, ref.file, findArchived({ name: ref.file }, await archives.read(ref.file), ref));
    }
    const [first] = [...leaving.values()].flat();
    const what = refs.length === 1 && first ? quoted(shortName(first)) : countOf(refs.length);
    const archive = archiveFormatOf(rules.format);
    return {
      ...emptyStep,
      label: `Deleted ${what} from the archive`,
      files: [...archives.known].map(([name, document]) =>
        archiveFile(rules, name, withoutEntries(document, [...new Set(leaving.get(name))], archive), 'loses'),
      ),
    };
  };
}

function archivesIn(input: StepInput, rules: Rules) {
  const documents = new Map<string, MemoryDocument>();
  return {
    known: documents as ReadonlyMap<string, MemoryDocument>,
    async read(name: string): Promise<MemoryDocument> {
      const document =
        documents.get(name) ?? (await archiveIn(input, rules, name)) ?? archiveFormatOf(rules.format).read('');
      documents.set(name, document);
      return document;
    },
  };
}
