import { createEntryFinder } from '../../entries/find-entry.ts';
import { characterMeasure } from '../../entries/measure.ts';
import { readYaml } from '../../text/read-yaml.ts';
import { checkUpdates } from '../context/updates.ts';
import { dayArchive, dayArchiveHead } from '../day-archive.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { runPlan } from '../entry-plan.ts';
import { eraseFromDocument } from '../erase.ts';
import type { ArchiveFormat, Departure, FileFormat, MemoryFormat, Return } from '../format.ts';
import { markdownFormat } from '../markdown/format.ts';
import { divideReturns } from '../refusals.ts';
import { joinItems, separator } from './join-items.ts';
import { mergeItems } from './merge.ts';
import { planHermesOperations, planHermesUpdates } from './operations.ts';
import { planHermesPatch } from './patch.ts';
import { readHermes, readHermesArchive, withPosition } from './read-items.ts';
import { checkItems, newItem, planItems } from './write-items.ts';

/** Size above which settings are not read. */
const maxLength = 200_000;
const most = 1_000_000;

/** Settings file of Hermes, relative to the folder of its memories. */
export const settingsFile = ['..', 'config.yaml'] as const;

/** Reads the limit from Hermes's settings, in characters; null if unusable. @param name of the setting in `memory` */
export function configuredLimit(settings: string, name: string): number | null {
  const value = readYaml(settings, maxLength)?.document.getIn(['memory', name]);
  // It also takes a number in quotes.
  const limit = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : value;
  return typeof limit === 'number' && Number.isInteger(limit) && limit > 0 && limit <= most ? limit : null;
}

const remove: FileFormat['remove'] = (document, entries) => {
  const leaving = new Set(entries);
  return planItems(
    document,
    document.entries.filter((entry) => !leaving.has(entry)),
  );
};

const fileFormat = (read: FileFormat['read']): FileFormat => ({
  read,
  merge: mergeItems,
  erase: (document, eraser) => eraseFromDocument(document, eraser, read, () => [], remove),
  syntaxOf: () => [],
  remove,
  patch: planHermesPatch,
});

const archiveFile = fileFormat(readHermesArchive);

const archive: ArchiveFormat = {
  ...archiveFile,
  ...dayArchive,
  begin: (today, byHand) => readHermesArchive(dayArchiveHead(today, byHand)),
  add(document, departures, memory, today) {
    const byHand = departures.every((departure) => departure.byHand);
    const target = document ?? archive.begin(today, byHand);
    const items = [...target.entries, ...departures.map(({ entry }) => entry.raw)];
    const positions = positionsOf(departures, memory);
    const linesOf = (raw: string): string => withPosition(raw, positions.get(raw) ?? 1, target.lineEnd);
    return runPlan(target, planItems(target, items, linesOf), readHermesArchive);
  },
};

/** Position of each item that leaves a memory, after those before it left. */
function positionsOf(departures: readonly Departure[], { entries }: MemoryDocument): ReadonlyMap<string, number> {
  const isBefore = (one: ParsedEntry, other: ParsedEntry): boolean => one.range.from < other.range.from;
  return new Map(
    departures.map(({ entry }, nth) => {
      const above = entries.filter((other) => isBefore(other, entry)).length;
      const left = departures.slice(0, nth).filter((other) => isBefore(other.entry, entry)).length;
      return [entry.raw, above - left + 1];
    }),
  );
}

/** Plans items that return to their positions, else to the end. @throws `key_exists`, `value_invalid` */
function planReturns(document: MemoryDocument, returns: readonly Return[], limit: number) {
  const find = createEntryFinder(document.entries);
  // Hermes would drop a second one of those that are there.
  const missing = returns.filter(({ entry }) => !find.exact({ ...entry, category: null }));
  const { replaced, others } = divideReturns(missing, ({ entry: { key } }) => find.named({ category: null, key })[0]);
  const back = others.map(({ entry }) => entry);
  checkItems([...replaced.values(), ...back.map(({ raw }) => raw)], limit, []);
  const items: (ParsedEntry | string)[] = document.entries.map((entry) => replaced.get(entry) ?? entry);
  // Each position is one among those that were still there, so the last that left comes first.
  const lastFirst = back.toSorted((one, other) => other.range.from - one.range.from);
  for (const { raw, syntax } of lastFirst.filter(({ syntax }) => syntax.position !== undefined)) {
    items.splice((syntax.position ?? 1) - 1, 0, raw);
  }
  const unplaced = back.filter(({ syntax }) => syntax.position === undefined);
  return planItems(document, [...items, ...unplaced.map(({ raw }) => raw)]);
}

/**
 * Format of a memory of Hermes: items joined by a line `§`. Its program reads all of them, and refuses to edit a file
 * that it would have written differently.
 * @param limit characters of the whole file that Hermes keeps to, and the most that one item may have
 * @param setting name of that limit in its settings
 */
function hermesFormat(limit: number, setting: string): MemoryFormat {
  const read: FileFormat['read'] = (text) => readHermes(text, limit);
  return {
    ...markdownFormat,
    ...fileFormat(read),
    id: 'hermes',
    capabilities: {
      ...markdownFormat.capabilities,
      headings: false,
      assistant: 'Hermes',
      budget: { unit: 'characters', limit, loaded: 'all' },
    },
    configured: {
      file: settingsFile,
      limitIn: (settings) => configuredLimit(settings, setting),
      withLimit: (other) => hermesFormat(other, setting),
    },
    refusesOverLimit: true,
    lockBeside: '.lock',
    measure: characterMeasure(separator.length),
    archive,
    plan: (document, operations) => planHermesOperations(document, operations, limit),
    checkUpdates,
    planUpdates: (document, updates) => ({ plan: planHermesUpdates(document, updates, limit), notes: [] }),
    planBeside(document, { key, value }) {
      const item = newItem(key, value, document.lineEnd);
      checkItems([item], limit, []);
      return planItems(document, [...document.entries, item]);
    },
    planReturns: (document, returns) => planReturns(document, returns, limit),
    givenToAssistant: ({ entries }) => ({ guidance: null, memory: joinItems(entries) }),
    repair: (document, repair) => (repair === 'form' ? read(joinItems(document.entries, document.lineEnd)) : document),
  };
}

/** Formats by file name: the assistant's notes, and its knowledge of the person. Limits as Hermes ships them. */
export const hermesFormats: Readonly<Record<string, MemoryFormat>> = {
  'MEMORY.md': hermesFormat(2200, 'memory_char_limit'),
  'USER.md': hermesFormat(1375, 'user_char_limit'),
};
