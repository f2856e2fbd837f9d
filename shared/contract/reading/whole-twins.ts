import type { Result } from '../contract.ts';
import type { TwinsView } from '../features/twins.ts';
import type { Client } from '../wire/client.ts';

const maxPage = 1000;

/** Reads all twins, page by page, once all entries were compared. */
export async function readWholeTwins(call: Client['call'], workspace: string): Promise<Result<'twins.list'>> {
  const twins: TwinsView[] = [];
  for (;;) {
    const page = await call('twins.list', { workspace, wait: true, offset: twins.length, limit: maxPage });
    twins.push(...page.twins);
    if (twins.length >= page.total || page.twins.length === 0) {
      return { ...page, twins };
    }
  }
}
