import type { Client } from '../wire/client.ts';

const maxPage = 200;

/** What a search through all workflows finds, up to so many matches, and what it could not search. */
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
  return { found, unread, isWhole: page.next === null };
}
