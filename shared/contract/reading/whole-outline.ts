import { withRewinds } from '../../conversations/reading/rewinds.ts';
import type { OutlineItem } from '../features/conversations.ts';
import type { Client } from '../wire/client.ts';
import { pagesOf } from './pages.ts';

type Calls = Pick<Client, 'call'>;

export type WholeOutline = {
  /** Items, with those that rewinds removed marked. */
  readonly items: readonly OutlineItem[];
  /** Lines that are not shown: those that could not be read, and those of unknown kinds. */
  readonly unread: readonly number[];
  readonly unknown: readonly number[];
};

/** Reads the outline of a whole conversation, slice by slice. */
export async function readOutline({ call }: Calls, id: string): Promise<WholeOutline> {
  const items: OutlineItem[] = [];
  const unread: number[] = [];
  const unknown: number[] = [];
  for await (const slice of pagesOf(call, 'conversations.outline', { id })) {
    items.push(...slice.items);
    unread.push(...slice.unread);
    unknown.push(...slice.unknown);
  }
  // If the file is read whole, each slice lists all its lines.
  return { items: withRewinds(items), unread: [...new Set(unread)], unknown: [...new Set(unknown)] };
}

/** Maximum of one call. */
const linesAtOnce = 50;

/** Reads lines that are not shown; of a long one its beginning, and the number of characters that follow. */
export async function readOddLines({ call }: Calls, id: string, places: readonly number[]) {
  const lines: Awaited<ReturnType<typeof call<'conversations.lines'>>>['lines'][number][] = [];
  for (let at = 0; at < places.length; at += linesAtOnce) {
    lines.push(...(await call('conversations.lines', { id, places: places.slice(at, at + linesAtOnce) })).lines);
  }
  return lines;
}
