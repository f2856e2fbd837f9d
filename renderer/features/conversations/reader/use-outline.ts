import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Result } from '#shared/contract/contract.ts';
import type { OutlineItem } from '#shared/contract/features/conversations.ts';
import { goOnFrom } from '#shared/conversations/reading/go-on-from.ts';
import { withRewinds } from '#shared/conversations/reading/rewinds.ts';
import { call } from '../../../api/connection.ts';
import type { ConversationReading } from './reading.ts';

export type ConversationOutline = {
  readonly items: readonly OutlineItem[];
  /** True if it reaches the end; until then rewound items may be missing. */
  readonly isWhole: boolean;
  /** Line names of hidden lines: unreadable ones, and those of unknown kinds. */
  readonly unread: readonly number[];
  readonly unknown: readonly number[];
};

const none: ConversationOutline = { items: [], isWhole: false, unread: [], unknown: [] };

/** Outline of a conversation from its beginning, as far as it has been read; it grows with the conversation. */
export function useOutline(conversation: string, reading: ConversationReading): ConversationOutline {
  const [read, setRead] = useState<ConversationOutline>(none);
  /** Place to continue from; the item there is read again, since it may have grown. */
  const next = useRef(0);
  /** Start of the last item once the end is loaded; it changes as more is said. Undefined until anything is shown. */
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
        /** Each slice of a file read whole reports all its lines. */
        const union = (some: readonly number[], others: readonly number[]): number[] => [
          ...new Set([...some.filter((at) => at < begins), ...others]),
        ];
        next.current = slice.next ?? goOnFrom(slice.items) ?? begins;
        setRead((before) => ({
          items: [...before.items.filter(({ at }) => at < begins), ...slice.items],
          isWhole: slice.next === null,
          unread: union(before.unread, slice.unread),
          unknown: union(before.unknown, slice.unknown),
        }));
        from = slice.next;
      }
    };
    // The reader works without it.
    if (end !== undefined) {
      readOn().catch(() => undefined);
    }
    return () => {
      isOver = true;
    };
  }, [conversation, end]);
  return useMemo(() => ({ ...read, items: withRewinds(read.items) }), [read]);
}

type Slice = Result<'conversations.outline'>;
