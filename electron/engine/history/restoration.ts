import { refOf } from '#shared/entries/entry.ts';
import { matchEntries } from '#shared/entries/match-entries.ts';
import { addTo } from '#shared/entries/multimap.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { placedIn } from '#shared/formats/entry-patch.ts';
import { runPlan } from '#shared/formats/entry-plan.ts';
import { type Move, moveOf } from '../steps/moves.ts';
import { archiveFormatOf, memoryFile, type Rules } from '../steps/rules.ts';
import { type ComputeStep, emptyStep, type StepFile, type StepInput } from '../steps/step.ts';

/** A file with entries to be restored to an earlier text, and the files that entries came from or went to since. */
export type Restoration = {
  readonly path: string;
  readonly text: string;
  readonly others: readonly { readonly path: string; readonly earlier: MemoryDocument | null }[];
};

/** Result of a restoration, entry by entry: each that comes or goes, with its other file. */
export type RestorationResult = {
  readonly now: MemoryDocument;
  readonly wanted: MemoryDocument;
  readonly added: readonly { readonly entry: ParsedEntry; readonly path: string | null }[];
  readonly changed: readonly { readonly before: ParsedEntry; readonly after: ParsedEntry }[];
  readonly removed: readonly { readonly entry: ParsedEntry; readonly path: string | null }[];
  readonly files: readonly StepFile[];
  readonly moves: readonly Move[];
};

export const restoreVersionStep =
  (label: string, restoration: Restoration, rules: Rules): ComputeStep =>
  async (input) => {
    const { files, moves } = await restore(input, restoration, rules);
    return { ...emptyStep, label, files, moves, undo: 'by text' };
  };

/** Restores a file's text and its count. An entry that comes back leaves the file it went to since, and the other way round. */
export async function restore(
  input: StepInput,
  { path, text, others }: Restoration,
  rules: Rules,
): Promise<RestorationResult> {
  const { format, layout, today } = rules;
  const isMemory = path === layout.contextPath;
  const { read } = isMemory ? format : archiveFormatOf(format);
  const now = (await input.document(path))?.document ?? read('');
  const wanted = isMemory ? format.withCountOf(now, read(text)) : read(text);
  const match = matchEntries(now.entries, wanted.entries);
  // A changed entry may be one that returns to its origin, and another that comes.
  const mayCome = [...match.added, ...match.changed.map(({ after }) => after)];
  const mayGo = [...match.removed, ...match.changed.map(({ before }) => before)];
  const comesFrom = new Map<ParsedEntry, string>();
  const goesTo = new Map<ParsedEntry, string>();
  const files: StepFile[] = [];
  for (const other of others) {
    const present = (await input.document(other.path))?.document ?? null;
    const coming = mayCome.filter((entry) => !comesFrom.has(entry));
    const going = mayGo.filter((entry) => !goesTo.has(entry));
    const [back, away] = [pairs(coming, present, other.earlier), pairs(going, other.earlier, present)];
    for (const { entry } of back) {
      comesFrom.set(entry, other.path);
    }
    for (const { entry } of away) {
      goesTo.set(entry, other.path);
    }
    files.push(...otherFiles(other, present, { back, away }, rules));
  }
  const isMoved = ({ before, after }: (typeof match.changed)[number]): boolean =>
    goesTo.has(before) || comesFrom.has(after);
  const moved = match.changed.filter(isMoved);
  const isGaining = [...comesFrom.values()].length > 0;
  const own: StepFile[] = isMemory
    ? memoryFile(rules, now, wanted.text === now.text ? now : format.count(now, wanted, today))
    : [{ path, after: wanted, phase: isGaining ? 'gains' : 'loses' }];
  const withPath = (paths: ReadonlyMap<ParsedEntry, string>) => (entry: ParsedEntry) => ({
    entry,
    path: paths.get(entry) ?? null,
  });
  return {
    now,
    wanted,
    added: [...match.added, ...moved.map(({ after }) => after)].map(withPath(comesFrom)),
    changed: match.changed.filter((pair) => !isMoved(pair)),
    removed: [...match.removed, ...moved.map(({ before }) => before)].map(withPath(goesTo)),
    files: [...own, ...files],
    moves: [
      ...[...comesFrom].map(([entry, from]) => moveOf(entry, from, path)),
      ...[...goesTo].map(([entry, to]) => moveOf(entry, path, to)),
    ],
  };
}

type Pair = { readonly entry: ParsedEntry; readonly other: ParsedEntry };

/** Entries, by key and value, that are in one text and not in another; each of the other's counts once. */
function pairs(
  entries: readonly ParsedEntry[],
  has: MemoryDocument | null,
  hasNot: MemoryDocument | null,
): readonly Pair[] {
  if (entries.length === 0 || has === null) {
    return [];
  }
  const available = new Map<string, ParsedEntry[]>();
  for (const entry of has.entries) {
    addTo(available, nameOf(entry), entry);
  }
  for (const entry of hasNot?.entries ?? []) {
    available.get(nameOf(entry))?.pop();
  }
  return entries.flatMap((entry) => {
    const other = available.get(nameOf(entry))?.pop();
    return other ? [{ entry, other }] : [];
  });
}

const nameOf = ({ key, value }: ParsedEntry): string => `${key} ${value}`;

/** Adds the entries that return to another file, and removes those that leave it. */
function otherFiles(
  { path, earlier }: Restoration['others'][number],
  present: MemoryDocument | null,
  { back, away }: { readonly back: readonly Pair[]; readonly away: readonly Pair[] },
  rules: Rules,
): StepFile[] {
  if (back.length + away.length === 0) {
    return [];
  }
  const { format, layout, today } = rules;
  const isMemory = path === layout.contextPath;
  const before = isMemory
    ? format.begin(present ?? format.read(''), today)
    : (present ?? archiveFormatOf(format).begin(today, true));
  const { patch, read } = isMemory ? format : archiveFormatOf(format);
  const add = away.map(({ other }) => placedIn(earlier as MemoryDocument, other));
  const remove = back.map(({ other }) => refOf(other));
  const gained = runPlan(before, patch(before, { remove: [], add, change: [] }, 'keep_both'), read);
  const after = runPlan(gained, patch(gained, { remove, add: [], change: [] }, 'keep_both'), read);
  return isMemory
    ? memoryFile(rules, before, format.count(before, after, today))
    : [
        ...(away.length > 0 ? [{ path, after: gained, phase: 'gains' } as const] : []),
        ...(back.length > 0 ? [{ path, after, phase: 'loses' } as const] : []),
      ];
}
