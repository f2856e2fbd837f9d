import { z } from 'zod';
import { ContextureError } from '../contract/errors.ts';
import { type Category, categories } from '../entries/entry.ts';
import { readMarkdown } from '../formats/markdown/read-markdown.ts';
import { readKey } from '../formats/read-key.ts';
import { cleanValue } from '../text/clean-value.ts';
import { isCalendarDate } from '../text/dates.ts';
import { jsonNesting, maxNesting } from '../text/nesting.ts';

/** Item of a list that is no assistant's memory: a pasted list, or an export of a memory store. */
export type ListedFact = {
  readonly key: string | null;
  readonly value: string;
  /** Heading it was listed under, in words, or empty. */
  readonly from: string;
  /** Day it was learned, as `YYYY-MM-DD`, if given. */
  readonly date: string | null;
  /** Category, if given in a known word. */
  readonly category: Category | null;
};

export const maxListLength = 4_000_000;
/** Limit above which nobody could choose among the items. */
export const maxListItems = 10_000;

/** Reads a list: JSON of a memory store, else items of markdown or lines. @throws `invalid_request`, `too_large` */
export function readList(text: string): readonly ListedFact[] {
  if (text.length > maxListLength) {
    throw new ContextureError('too_large', 'That list is over 4 million characters. Bring it in in parts.');
  }
  const items = itemsOfJson(text) ?? itemsOfText(text);
  if (items.length === 0) {
    const message =
      'There is nothing in that to bring in. Paste a list with one thing to a line, or the JSON that a memory store exports.';
    throw new ContextureError('invalid_request', message);
  }
  if (items.length > maxListItems) {
    throw new ContextureError('too_large', `That list has ${items.length} items. Import at most 10,000 at once.`);
  }
  return items;
}

/** Bullets as they are pasted from a page, which are none in markdown. */
const pageBullet = /^([ \t]*)[•◦▪‣●○·–—][ \t\u00a0]+/gm;
/** Text right below an item that begins no block is a separate item here, not the rest of that one. */
const belowItem = /^([ \t]*(?:[-*+]|\d+[.)])[ \t].*\n(?:[ \t]+\S.*\n)*)(?=[^\s\-*+>|#`~\d])/gm;
/** End of a line that only leads to the lines below it. */
const leadsOn = /[:：]\s*$/;

function itemsOfText(pasted: string): ListedFact[] {
  const text = pasted.replaceAll(/\r\n?/g, '\n').replaceAll(pageBullet, '$1- ').replaceAll(belowItem, '$1\n');
  const items = itemsOfMarkdown(text);
  const things = items.filter(({ key, value }) => value !== '' && (key !== null || !leadsOn.test(value)));
  return things.length > 0 ? things : items;
}

function itemsOfMarkdown(text: string): ListedFact[] {
  const { entries } = readMarkdown(text);
  return entries.flatMap(({ key, value, section, syntax }): ListedFact[] => {
    const from = { from: section, date: null, category: categoryIn(section) };
    // People paste lists without bullets: a line then is an item.
    const isLines = syntax.form === 'paragraph' && value.includes('\n');
    const lines = isLines ? (key === null ? value : `${key}: ${value}`).split('\n') : null;
    return lines === null ? [{ key, value, ...from }] : lines.flatMap((line) => itemOf(line, from) ?? []);
  });
}

function itemOf(written: string, rest: Omit<ListedFact, 'key' | 'value'>): ListedFact | null {
  const text = cleanValue(written);
  const key = readKey(text);
  const value = key === null ? text : cleanValue(text.slice(key.valueAt));
  return text === ''
    ? null
    : value === ''
      ? { key: null, value: text, ...rest }
      : { key: key?.key ?? null, value, ...rest };
}

/** Names under which stores keep an item's text, time, name and kind; the first that exists counts. */
const names = {
  text: ['memory', 'content', 'text', 'value', 'fact', 'document', 'statement', 'data', 'summary', 'note'],
  key: ['key', 'name', 'title', 'topic', 'attribute'],
  date: ['updated_at', 'created_at', 'updatedAt', 'createdAt', 'date', 'timestamp', 'time'],
  kind: ['category', 'type', 'kind', 'categories', 'tags'],
  list: ['results', 'memories', 'items', 'data', 'entries', 'facts', 'nodes', 'records', 'updates'],
} as const;

const objectSchema = z.record(z.string(), z.unknown());

function itemsOfJson(text: string): ListedFact[] | null {
  const begin = text.trimStart().at(0);
  if ((begin !== '[' && begin !== '{') || jsonNesting(text) > maxNesting) {
    return null;
  }
  const whole = parsed(text);
  if (whole !== undefined) {
    return itemsIn(whole);
  }
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const read = lines.map(parsed);
  if (read.every((each) => each !== undefined)) {
    return itemsIn(read);
  }
  if (/^\s*(?:\{\s*(?:["}]|$)|\[\s*[{"])/.test(text)) {
    const message =
      'That begins like JSON and can’t be read as such. It may be cut off: bring in all of it, or the list as text.';
    throw new ContextureError('invalid_request', message);
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function itemsIn(json: unknown, from = ''): ListedFact[] {
  if (Array.isArray(json)) {
    return json.flatMap((each: unknown) => itemsIn(each, from));
  }
  if (typeof json === 'string' || typeof json === 'number') {
    const item = itemOf(String(json), { from, date: null, category: categoryIn(from) });
    return item === null ? [] : [item];
  }
  const object = objectSchema.safeParse(json).data;
  if (object === undefined) {
    return [];
  }
  const own = itemOfObject(object, from);
  return own ? [own] : itemsBelow(object, from);
}

function itemOfObject(object: Record<string, unknown>, from: string): ListedFact | null {
  const metadata = objectSchema.safeParse(object['metadata']).data ?? {};
  const textUnder = (of: readonly string[]): string | null => {
    const value = of
      .map((name) => object[name] ?? metadata[name])
      .find((value) => value !== undefined && value !== null);
    return typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : Array.isArray(value)
        ? value.join(', ')
        : null;
  };
  const text = names.text.map((name) => object[name]).find((value) => typeof value === 'string');
  if (typeof text !== 'string' || text.trim() === '') {
    return null;
  }
  const kind = textUnder(names.kind) ?? '';
  const rest = { from: kind || from, date: dayIn(textUnder(names.date)), category: categoryIn(kind || from) };
  const key = textUnder(names.key)?.trim() ?? '';
  const isName = key !== '' && key.length <= 64 && !/[\r\n:]/.test(key) && key !== text.trim();
  return isName ? { key, value: cleanValue(text), ...rest } : itemOf(text, rest);
}

/** Reads a list under a name, columns of one, or, if there is nothing else, names with their texts. */
function itemsBelow(object: Record<string, unknown>, from: string): ListedFact[] {
  const { documents, metadatas } = object;
  if (Array.isArray(documents) && documents.every((each) => typeof each === 'string')) {
    const about: unknown[] = Array.isArray(metadatas) ? metadatas : [];
    return documents.flatMap((document, index) =>
      itemsIn({ document: document as string, metadata: about[index] ?? {} }, from),
    );
  }
  const list = names.list.find((name) => Array.isArray(object[name]));
  if (list !== undefined) {
    return itemsIn(object[list], from);
  }
  return Object.entries(object).flatMap(([name, value]) => {
    if (typeof value === 'string' && name.length <= 64) {
      const item = itemOf(value, { from, date: null, category: categoryIn(from) });
      return item === null ? [] : [{ ...item, key: name, value: cleanValue(value) }];
    }
    return typeof value === 'object' ? itemsIn(value, name) : [];
  });
}

/** Reads a day as in exports: `2026-05-01…`, or seconds or milliseconds since 1970. */
function dayIn(date: string | null): string | null {
  const written = /^\d{4}-\d{2}-\d{2}/.exec(date ?? '')?.[0];
  if (written !== undefined) {
    return isCalendarDate(written) ? written : null;
  }
  const number = Number(date);
  const at =
    date !== null && /^\d{10}(?:\d{3})?(?:\.\d+)?$/.test(date) ? number * (number < 1e11 ? 1000 : 1) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10);
}

const categoryIn = (name: string): Category | null =>
  categories.find((category) => new RegExp(`\\b${category}s?\\b`, 'i').test(name)) ?? null;
