import type { Decision, LossesDecision } from '#shared/contract/features/decisions.ts';
import type { NewsItem } from '#shared/wording/notifications.ts';
import type { Handler } from '../handlers.ts';

/** Calls about an open memory that list what may be news. */
export type NewsLists = {
  readonly 'cards.list': Handler<'cards.list'>;
  readonly 'erase.returned': Handler<'erase.returned'>;
  readonly 'scan.list': Handler<'scan.list'>;
};

const context = { caller: 'notifications', cancelled: () => false, progress: () => undefined };

/** Lists news of a memory, each of one or more kinds. Null while it isn't known yet, so that the rest is no news later. */
export const newsReaders: readonly ((lists: NewsLists, workspace: string) => Promise<readonly NewsItem[] | null>)[] = [
  async (lists, workspace) => (await lists['cards.list']({ workspace }, context)).cards.map(newsOfDecision),
  async (lists, workspace) => {
    const { returned } = await lists['erase.returned']({ workspace }, context);
    // The erased text itself must not be shown.
    return returned.map(({ id, file, name }) => ({ kind: 'returned', id: `${id} ${file}`, by: name, text: '' }));
  },
  async (lists, workspace) => {
    const { findings, isWhole } = await lists['scan.list']({ workspace, offset: 0, limit: 200, wait: false }, context);
    const secrets = findings.filter(({ kind, fine }) => kind === 'secret' && !fine);
    return isWhole
      ? secrets.map(({ id, file, shown }) => ({ kind: 'secret', id: `${id} ${file}`, by: null, text: shown }))
      : null;
  },
];

function newsOfDecision(decision: Decision): NewsItem {
  const { id } = decision;
  if (decision.kind === 'held') {
    const { name, yours, theirs } = decision;
    const text = `“${yours.value}” → “${theirs.value}”`;
    return { kind: 'decision', id, by: name ?? 'your assistant', text };
  }
  const kind = decision.items.some(({ what }) => what !== 'dropped') ? 'overwritten' : 'decision';
  return { kind, id, by: decision.by ?? 'another app', text: textOfLosses(decision) };
}

function textOfLosses({ items, texts }: LossesDecision): string {
  const [first] = items;
  return first === undefined
    ? (texts[0]?.text ?? '')
    : `“${first.yours.value}”${first.theirs === null ? '' : ` → “${first.theirs.value}”`}`;
}
