import type { Ports } from '../../ports.ts';
import type { Located } from '../catalogue.ts';
import { summaryOf } from '../read-conversation.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** More than a person looks through; a day of many sessions proves nothing anyway. */
const maxCandidates = 8;
const maxRead = 64;

/**
 * Conversations that went on at a time, those that ended soonest after it first.
 * @param when a day, `YYYY-MM-DD`, meant as a whole; or a moment in ISO 8601
 */
export async function goingOnAt(ports: Ports, all: readonly Located[], when: string): Promise<readonly Located[]> {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(when);
  const from = Date.parse(isDay ? `${when}T00:00:00` : when);
  const to = isDay ? from + dayMs : from;
  if (Number.isNaN(from)) {
    return [];
  }
  const later = all.filter(({ changedAt }) => changedAt >= from).sort((one, other) => one.changedAt - other.changedAt);
  const found: Located[] = [];
  for (const one of later.slice(0, maxRead)) {
    const { startedAt } = await summaryOf(ports, one);
    if (startedAt !== null && startedAt < to && found.push(one) === maxCandidates) {
      break;
    }
  }
  return found;
}
