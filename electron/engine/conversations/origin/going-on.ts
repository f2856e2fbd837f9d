import type { Ports } from '../../ports.ts';
import type { Located } from '../catalogue.ts';
import { summaryOf } from '../read-conversation.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** What an assistant was last asked for may take so long until it is written, in milliseconds. */
const leeway = 60 * 60 * 1000;
/** A day of many sessions proves nothing anyway. */
const maxRead = 64;

/**
 * From when to when something may have been, in milliseconds since 1970; any time where nothing says.
 * @param when a day, `YYYY-MM-DD`, meant as a whole; or a moment in ISO 8601
 */
export function spanOf(when: string | null): { readonly from: number; readonly to: number } {
  const isDay = when !== null && /^\d{4}-\d{2}-\d{2}$/.test(when);
  const from = when === null ? Number.NaN : Date.parse(isDay ? `${when}T00:00:00` : when);
  return Number.isNaN(from)
    ? { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
    : { from, to: isDay ? from + dayMs : from };
}

/**
 * Conversations that went on at a time, those that ended soonest after it first.
 * @param when as in {@link spanOf}; there are none at a time that can't be read
 */
export async function goingOnAt(
  ports: Ports,
  all: readonly Located[],
  when: string,
  limit: number,
): Promise<readonly Located[]> {
  const { from, to } = spanOf(when);
  if (from === Number.NEGATIVE_INFINITY) {
    return [];
  }
  const later = all.filter(({ changedAt }) => changedAt >= from).sort((one, other) => one.changedAt - other.changedAt);
  const found: Located[] = [];
  for (const one of later.slice(0, maxRead)) {
    const { startedAt, lastSaidAt } = await summaryOf(ports, one);
    // A file that was copied, or only opened by its program, is written later than anything was said in it.
    const endedAt = lastSaidAt === null ? one.changedAt : lastSaidAt + leeway;
    const isThen = startedAt !== null && startedAt < to && endedAt >= from;
    if (isThen && found.push(one) === limit) {
      break;
    }
  }
  return found;
}
