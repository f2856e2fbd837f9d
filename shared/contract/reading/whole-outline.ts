import { withRewinds } from '../../conversations/reading/rewinds.ts';
import type { OutlineItem } from '../features/conversations.ts';
import type { Client } from '../wire/client.ts';

/**
 * The outline of a whole conversation, slice by slice, with what rewinds left marked.
 * @param onPart told of what is known so far, and of the part of the conversation that is
 * @param isWanted asked before each slice; what is known then is the answer once it says no
 */
export async function readOutline(
  { call }: Pick<Client, 'call'>,
  id: string,
  onPart: (soFar: readonly OutlineItem[], part: number) => void = () => undefined,
  isWanted: () => boolean = () => true,
): Promise<readonly OutlineItem[]> {
  const items: OutlineItem[] = [];
  let from: number | null = 0;
  while (from !== null && isWanted()) {
    const slice: Awaited<ReturnType<typeof call<'conversations.outline'>>> = await call('conversations.outline', {
      id,
      from,
    });
    items.push(...slice.items);
    from = slice.next;
    onPart(withRewinds(items), from === null ? 1 : from / slice.end);
  }
  return withRewinds(items);
}
