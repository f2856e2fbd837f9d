import { ContextureError } from '../../contract/errors.ts';
import { charactersIn, countInWords } from '../../text/counts.ts';
import { cutTo } from '../../text/cut-to.ts';
import type { Edit } from '../../text/edits.ts';
import { type LineEnd, lineEndAfter } from '../../text/lines.ts';
import { checkValue } from '../check-text.ts';
import { checkKey } from '../context/write-entry.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { type EntryPlan, noEntryPlan, replaceEntry } from '../entry-plan.ts';
import { separator, withLf, withLineEnd } from './join-items.ts';
import { itemParts, readHermes, trimmed } from './read-items.ts';

/** Items a memory is to have, in order: those that stay, and the texts of new ones. */
type Items = readonly (ParsedEntry | string)[];

/**
 * Plans the edits that leave these items, without new ones that exist already: Hermes would drop the second. Those that
 * stay keep their order; text around all of them stays.
 * @param linesOf writes a new one
 * @throws `value_invalid` for one that Hermes would split in two
 */
export function planItems(
  document: MemoryDocument,
  wanted: Items,
  linesOf: (raw: string) => string = (raw) => raw,
): EntryPlan {
  const { text, entries, frontmatter, lineEnd } = document;
  const existing = new Set(wanted.flatMap((item) => (typeof item === 'string' ? [] : [item.raw])));
  const items = wanted.filter((item) => typeof item !== 'string' || existing.size < existing.add(item).size);
  checkBetween(items);
  const start = frontmatter.body ? lineEndAfter(text, frontmatter.body.to) : 0;
  const before = text.slice(start, entries[0]?.range.from ?? start);
  const endOf = ({ range, syntax }: ParsedEntry): number => trimmed(text, range.from, syntax.blockEnd).to;
  const lastEntry = entries.at(-1);
  const behind = lastEntry ? text.slice(endOf(lastEntry)) : '';
  const follower = new Map(
    entries.map((entry, index): [ParsedEntry | null, ParsedEntry | null] => [entries[index - 1] ?? null, entry]),
  );
  const edits: Edit[] = [];
  let last: ParsedEntry | null = null;
  let added: string[] = [];
  const closeGap = (next: ParsedEntry | null): void => {
    if (added.length > 0 || (follower.get(last) ?? null) !== next) {
      const joined = [...(last ? [''] : []), ...added, ...(next ? [''] : [])].join(withLineEnd(separator, lineEnd));
      const insert = `${last ? '' : before}${joined}${next ? '' : behind}`;
      edits.push({ from: last ? endOf(last) : start, to: next?.range.from ?? text.length, insert });
    }
    added = [];
    last = next;
  };
  for (const item of items) {
    if (typeof item === 'string') {
      added.push(linesOf(item));
    } else {
      closeGap(item);
    }
  }
  closeGap(null);
  const stay = new Set(items);
  const came = items.flatMap((item) => (typeof item === 'string' ? [{ category: null, raw: item }] : []));
  return { edits, gone: entries.filter((entry) => !stay.has(entry)), came };
}

/** Refuses a last line “§” before another item: it would be read as a separator. */
function checkBetween(items: Items): void {
  const raws = items.map((item) => (typeof item === 'string' ? item : item.raw));
  const open = raws.slice(0, -1).find((raw) => /[\r\n]§$/.test(raw));
  if (open !== undefined) {
    const message = `${quoted(open)} ends in a line with nothing but “§”, and before another item Hermes would take that for the line between them. Leave it out first. Nothing was changed.`;
    throw new ContextureError('value_invalid', message);
  }
}

/** Plans the edit of one item, which stays in its place. */
export const planRewriting = (entry: ParsedEntry, raw: string): EntryPlan =>
  raw === entry.raw ? noEntryPlan : replaceEntry(entry, raw);

/** Rewrites an item's text with another name or value. @throws `key_invalid`, `value_invalid` */
export function rewritten(
  entry: ParsedEntry,
  newText: { readonly key?: string | null; readonly value?: string },
  lineEnd: LineEnd,
): string {
  const named = newText.key === undefined || newText.key === null ? newText.key : checkKey(newText.key);
  const key = named === undefined ? entry.key : named;
  const isLeftEmpty = key === null && entry.value === '';
  const value =
    newText.value === undefined && !isLeftEmpty
      ? entry.value
      : trim(checkValue(newText.value ?? '', nameOf(entry.key), entry.value));
  if (key === entry.key && value === entry.value) {
    return entry.raw;
  }
  const before = key === entry.key ? entry.raw.slice(0, itemParts(entry.raw).valueAt) : key === null ? '' : `${key}: `;
  return before + withLineEnd(value, lineEnd);
}

/** Writes the text of a new item. @throws `key_invalid`, `value_invalid` */
export function newItem(key: string | null, value: string, lineEnd: LineEnd): string {
  const text = trim(checkValue(value, nameOf(key)));
  return withLineEnd(key === null ? text : `${checkKey(key)}: ${text}`, lineEnd);
}

function trim(value: string): string {
  const { from, to } = trimmed(value);
  return value.slice(from, to);
}

const nameOf = (key: string | null): string => (key === null ? 'The item' : `“${key}”`);

/** Makes sure that Hermes accepts each text as one item. @param all texts of the memory @throws `value_invalid` */
export function checkItems(raws: readonly string[], limit: number, all: readonly string[]): void {
  const seen = new Set<string>();
  const twice = new Set(all.filter((raw) => seen.size === seen.add(raw).size));
  for (const raw of raws) {
    const wrong = findFault(raw, limit, twice);
    if (wrong !== undefined) {
      throw new ContextureError('value_invalid', `${wrong} Nothing was changed.`);
    }
  }
}

function findFault(raw: string, limit: number, twice: ReadonlySet<string>): string | undefined {
  const name = quoted(raw);
  const length = charactersIn(withLf(raw));
  const { entries } = readHermes(`x${separator}${raw}${separator}y`, limit);
  return [
    length > limit &&
      `${name} would have ${countInWords(length)} characters, and Hermes takes no item of more than ${countInWords(limit)}. Shorten it, or make two of it.`,
    (entries.length !== 3 || entries[1]?.raw !== raw) &&
      `${name} can’t be one item: a line with nothing but “§” would part it in two. Leave that line out.`,
    twice.has(raw) && `Hermes has ${name} already, and drops the second of two items that are the same.`,
  ].find((each) => each !== false);
}

const quoted = (raw: string): string => `“${cutTo(raw.split(/[\r\n]/, 1)[0] ?? '', 60)}”`;
