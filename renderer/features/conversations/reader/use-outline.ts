import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { OutlineItem } from '#shared/contract/features/conversations.ts';
import { goOnFrom } from '#shared/conversations/reading/go-on-from.ts';
import { withRewinds } from '#shared/conversations/reading/rewinds.ts';
import { call } from '../../../api/connection.ts';
import type { Reading } from './reading.ts';

export type Outline = {
  readonly items: readonly OutlineItem[];
  /** Whether it goes to the end; until then what was taken back may be missing. */
  readonly isWhole: boolean;
  /** Names of lines of which nothing is shown: those that could not be read, and those of kinds that are not known. */
  readonly unread: readonly number[];
  readonly unknown: readonly number[];
};

const none: Outline = { items: [], isWhole: false, unread: [], unknown: [] };

/** What happened in a conversation from its beginning on, as far as it has been read; it grows with the conversation. */
export function useOutline(conversation: string, reading: Reading): Outline {
  const [read, setRead] = useState<Outline>(none);
  /** The place to go on from; what stands there is read again, since it may have grown. */
  const next = useRef(0);
  /** Where the last item begins once the end is held, which is another when more is said; undefined until anything is shown. */
  const end = useStore(reading.store, ({ window }) =>
    window === null ? undefined : window.after === null ? (window.items.at(-1)?.at ?? null) : null,
  );
  useEffect(() => {
    let isOver = false;
    const readOn = async (): Promise<void> => {
      for (let from: number | null = next.current; from !== null && !isOver; ) {
        const slice: Slice = await call('conversations.outline', { id: conversation, from });
        if (isOver) {
          return;
        }
        const begins: number = from;
        next.current = slice.next ?? goOnFrom(slice.items) ?? begins;
        setRead((before) => ({
          items: [...before.items.filter(({ at }) => at < begins), ...slice.items],
          isWhole: slice.next === null,
          unread: union(
            before.unread.filter((at) => at < begins),
            slice.unread,
          ),
          unknown: union(
            before.unknown.filter((at) => at < begins),
            slice.unknown,
          ),
        }));
        from = slice.next;
      }
    };
    // Without it everything else is shown all the same.
    if (end !== undefined) {
      readOn().catch(() => undefined);
    }
    return () => {
      isOver = true;
    };
  }, [conversation, end]);
  return useMemo(() => ({ ...read, items: withRewinds(read.items) }), [read]);
}

/** Of a file that is read whole each slice tells of all its lines. */
const union = (some: readonly number[], others: readonly number[]): number[] => [...new Set([...some, ...others])];

type Slice = Awaited<ReturnType<typeof call<'conversations.outline'>>>;
