import { withRewinds } from '../../conversations/reading/rewinds.ts';
import type { OutlineItem } from '../features/conversations.ts';
import type { Client } from '../wire/client.ts';

type Calls = Pick<Client, 'call'>;

export type WholeOutline = {
  /** With what rewinds left marked. */
  readonly items: readonly OutlineItem[];
  /** Names of lines of which nothing is shown: those that could not be read, and those of kinds that are not known. */
  readonly unread: readonly number[];
  readonly unknown: readonly number[];
};

/** The outline of a whole conversation, slice by slice. */
export async function readOutline({ call }: Calls, id: string): Promise<WholeOutline> {
  const items: OutlineItem[] = [];
  const unread: number[] = [];
  const unknown: number[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const slice: Awaited<ReturnType<typeof call<'conversations.outline'>>> = await call('conversations.outline', {
      id,
      from,
    });
    items.push(...slice.items);
    unread.push(...slice.unread);
    unknown.push(...slice.unknown);
    from = slice.next;
  }
  // Of a file that is read whole each slice tells of all its lines.
  return { items: withRewinds(items), unread: [...new Set(unread)], unknown: [...new Set(unknown)] };
}

/** As many as one call takes. */
const linesAtOnce = 50;

/** Lines of which nothing is shown, as they are; of a long one its beginning, and how many characters follow. */
export async function readOddLines({ call }: Calls, id: string, places: readonly number[]) {
  const lines: Awaited<ReturnType<typeof call<'conversations.lines'>>>['lines'][number][] = [];
  for (let at = 0; at < places.length; at += linesAtOnce) {
    lines.push(...(await call('conversations.lines', { id, places: places.slice(at, at + linesAtOnce) })).lines);
  }
  return lines;
}
