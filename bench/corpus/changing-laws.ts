import type { Operation } from '#shared/contract/changes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { refOf } from '#shared/entries/entry.ts';
import { estimate } from '#shared/entries/measure.ts';
import { changeMemory, type MemoryChange } from '#shared/formats/change.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { patchBetween } from '#shared/formats/entry-patch.ts';
import { runPlan } from '#shared/formats/entry-plan.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { joinItems } from '#shared/formats/hermes/join-items.ts';
import { contentIn, joinedText } from '#shared/formats/markdown/content.ts';
import type { Fault } from './reading-laws.ts';

const today = '2026-11-21';

/** Result of changes to a file. A refusal is an action a person could not take, and no fault. */
export type Changes = {
  readonly done: number;
  readonly refusals: readonly Fault[];
  readonly faults: readonly Fault[];
};

/** Some entries from all over a file, the same each time. */
export function sampleOf(entries: readonly ParsedEntry[], most: number): readonly ParsedEntry[] {
  const count = Math.min(most, entries.length);
  return Array.from({ length: count }, (_, nth) => entries[Math.floor((nth * entries.length) / count)] as ParsedEntry);
}

/** Edits, deletes, archives and restores entries of a file one at a time, and adds some; any other change is a fault. */
export function change(document: MemoryDocument, format: MemoryFormat, most: number): Changes {
  const tally = { done: 0, refusals: [] as Fault[], faults: [] as Fault[] };
  const attempt = (law: string, subject: string, work: () => string | null): void => {
    const about = (said: string): Fault => ({ law, what: `${said}: ${subject}` });
    try {
      const why = work();
      tally.done += 1;
      if (why !== null) {
        tally.faults.push(about(why));
      }
    } catch (error) {
      if (!(error instanceof ContextureError)) {
        throw error;
      }
      tally.refusals.push(about(`${error.code} ${error.message.slice(0, 90)}`));
    }
  };
  const sample = sampleOf(document.entries, most);
  for (const entry of sample) {
    attempt('edit', nameOf(entry), () => edited(document, format, entry));
    attempt('delete', nameOf(entry), () => deleted(document, format, entry));
    attempt('archive', nameOf(entry), () => archivedAndBack(document, format, entry));
  }
  for (const section of new Set(['', ...sample.map((entry) => entry.section)])) {
    attempt('add', section, () => added(document, format, section));
  }
  return tally;
}

const nameOf = ({ raw }: ParsedEntry): string => raw.slice(0, 80);

function changed(document: MemoryDocument, format: MemoryFormat, operation: Operation): MemoryChange {
  const rules = { format, today, limit: Number.POSITIVE_INFINITY, measure: estimate, fit: false };
  return changeMemory(document, format.plan(document, [operation], today, 'person'), rules);
}

const withoutBlanks = (text: string): string => text.replace(/\s+/g, ' ').trim();

function edited(document: MemoryDocument, format: MemoryFormat, entry: ParsedEntry): string | null {
  const value = `${entry.value} (corrected)`.trim();
  const { after } = changed(document, format, { op: 'edit', entry: refOf(entry), value });
  const { from, to } = entry.range;
  const behind = document.text.slice(to);
  if (after.text.slice(0, from) !== document.text.slice(0, from) || !after.text.endsWith(behind)) {
    return 'other bytes changed';
  }
  // A text that now begins like a key is read with that key, as intended.
  const now = after.entries.find(({ range }) => range.from === from);
  const isWhole = entry.key === null && now && joinedText(after.text, contentIn(after.text, now)) === value;
  if (!isWhole && (now?.key !== entry.key || now.value !== value)) {
    return `reads back as ${JSON.stringify([now?.key, now?.value.slice(-60)])}`;
  }
  return undone(after, document, format);
}

function deleted(document: MemoryDocument, format: MemoryFormat, entry: ParsedEntry): string | null {
  const { after } = changed(document, format, { op: 'delete', entry: refOf(entry) });
  return leftBy(document, entry, after, format) ?? undone(after, document, format);
}

/** Problem of a removal: text outside the entry changed. A blank line may stay; a Hermes separator goes with its item. */
function leftBy(
  { text, entries }: MemoryDocument,
  { range, syntax }: ParsedEntry,
  after: MemoryDocument,
  { id }: MemoryFormat,
): string | null {
  const left =
    id === 'hermes'
      ? joinItems(entries.filter((one) => one.range.from !== range.from))
      : text.slice(0, range.from) + text.slice(syntax.blockEnd);
  return withoutBlanks(after.text) === withoutBlanks(left) ? null : 'other text changed';
}

function added(document: MemoryDocument, format: MemoryFormat, section: string): string | null {
  const value = 'Something new that nobody has said before';
  const { after } = changed(document, format, { op: 'add', category: null, key: null, value, section });
  const [before, now] = [document.text, after.text];
  let same = 0;
  while (same < before.length && before[same] === now[same]) {
    same += 1;
  }
  if (!now.endsWith(before.slice(same))) {
    return 'other bytes changed';
  }
  const found = after.entries.filter((entry) => entry.value === value || entry.raw.includes(value));
  if (found.length !== 1 || found[0]?.section !== section) {
    return `stands under “${found[0]?.section}” instead of “${section}”`;
  }
  return undone(after, document, format);
}

/** Problem of undoing by entries, as after someone else's change; a blank line may stay. Null for none. */
function undone(after: MemoryDocument, before: MemoryDocument, format: MemoryFormat): string | null {
  const plan = format.patch(after, patchBetween(after, before), 'keep_both');
  const back = runPlan(after, plan, format.read).text;
  return withoutBlanks(back) === withoutBlanks(before.text) ? null : 'undoing it by entries gives other text';
}

function archivedAndBack(document: MemoryDocument, format: MemoryFormat, entry: ParsedEntry): string | null {
  const { archive } = format;
  if (archive === null) {
    return null;
  }
  const { after, departures } = changed(document, format, { op: 'archive', entry: refOf(entry) });
  const why = leftBy(document, entry, after, format);
  const file = archive.add(null, departures, document, today);
  const [archived] = archive.read(file.text).entries;
  if (why !== null || archived === undefined) {
    return why ?? 'the archive holds no entry';
  }
  const plan = format.planReturns(after, [{ entry: archived, category: null, onDuplicate: 'keep_both' }], today);
  const back = runPlan(after, plan, format.read).text;
  return back === document.text ? null : 'restoring it gives other bytes';
}
