import type { ParsedParams, Result } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { DigestedMemory, DigestItem } from '#shared/contract/features/digest.ts';
import type { WhichMemory } from '#shared/contract/features/memories.ts';
import { countDigest, digestDays, digestEvents, latestEvents } from '#shared/digest/digest.ts';
import { addDays, isCalendarDate } from '#shared/text/dates.ts';
import type { CancellationToken } from '../cancellation.ts';
import type { Handlers } from '../handlers.ts';
import type { Ports } from '../ports.ts';
import { type MemoryNow, readDigestChanges } from './read-changes.ts';

/** A memory opened before; in place of its text the reason it can’t be read. */
export type KnownMemory = {
  readonly which: WhichMemory;
  readonly now: MemoryNow | null;
  readonly problem: string | null;
};

type DigestNeeds = {
  readonly ports: Ports;
  /** Memories to look at: those opened before, or only the named one. */
  readonly known: (
    request: Pick<DigestRequest, 'memory' | 'also'>,
    token: Pick<CancellationToken, 'cancelled'>,
  ) => AsyncIterable<KnownMemory>;
  /** Masks the secrets of a text. */
  readonly masked: (text: string) => Promise<string>;
};

type DigestRequest = ParsedParams<'digest.read'>;

const maxDays = 366;
/** Limit on characters of one text: enough to know the entry by. */
const maxShown = 300;

export function digestHandlers(needs: DigestNeeds): Handlers<'digest'> {
  return { 'digest.read': (request, token) => readDigest(needs, request, token) };
}

async function readDigest(
  { ports, known, masked }: DigestNeeds,
  request: DigestRequest,
  token: CancellationToken,
): Promise<Result<'digest.read'>> {
  checkPeriod(request);
  const events: DigestItem[] = [];
  const memories: DigestedMemory[] = [];
  for await (const { which, now, problem } of known(request, token)) {
    const read = now && (await readDigestChanges(ports, now, request, token.cancelled));
    const { begins = null, isWhole = true } = read ?? {};
    const own = read ? [...digestEvents(read.changes), ...read.others] : [];
    memories.push({ ...which, counts: countDigest(own), begins, isWhole, problem });
    events.push(...own.map((event) => ({ ...event, memory: which.path })));
  }
  const shown = async (words: DigestItem['entry']): Promise<DigestItem['entry']> => ({
    key: words.key && (await masked(words.key)),
    value: shortened(await masked(words.value)),
  });
  const items: DigestItem[] = [];
  for (const event of latestEvents(events, request.items)) {
    items.push({ ...event, entry: await shown(event.entry), before: event.before && (await shown(event.before)) });
  }
  return { counts: countDigest(events), days: digestDays(events, request), memories, items };
}

const shortened = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);

function checkPeriod({ from, before }: DigestRequest): void {
  if (!isCalendarDate(from) || !isCalendarDate(before) || before <= from || addDays(from, maxDays) < before) {
    const message = `A digest is about 1 to ${maxDays} days; ${from} to ${before} is not. Name another period.`;
    throw new ContextureError('invalid_request', message, { from, before });
  }
}
