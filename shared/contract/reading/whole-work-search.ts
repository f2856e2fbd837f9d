import type { Result } from '../contract.ts';
import type { ForeignMatch } from '../features/foreign-work.ts';
import type { Client } from '../wire/client.ts';

const maxPage = 200;

/** Searches all workflows for up to `most` matches; also returns the workflows it could not search. */
export async function searchAllWork({ call }: Pick<Client, 'call'>, workspace: string, text: string, most: number) {
  let page = await call('work.search', { workspace, text, limit: Math.min(maxPage, most) });
  const found = [...page.found];
  const unread = [...page.unread];
  while (page.next !== null && found.length < most) {
    const limit = Math.min(maxPage, most - found.length);
    page = await call('work.search', { workspace, text, limit, from: page.next });
    found.push(...page.found);
    unread.push(...page.unread);
  }
  return {
    found,
    unread,
    isWhole: page.next === null,
    elsewhere: await searchElsewhere({ call }, workspace, text, most),
  };
}

/** Searches workflows of other programs, as far as they may be read. */
async function searchElsewhere({ call }: Pick<Client, 'call'>, workspace: string, text: string, most: number) {
  const found: ForeignMatch[] = [];
  let next: number | null = 0;
  while (next !== null && found.length < most) {
    const page: Result<'foreignWork.search'> = await call('foreignWork.search', { workspace, text, offset: next });
    found.push(...page.found);
    next = page.next;
  }
  return found.slice(0, most);
}
