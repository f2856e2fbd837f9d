import { InvalidArgumentError } from 'commander';
import { localDay } from '#node/clock.ts';
import { digestLines } from '#shared/digest/digest-words.ts';
import { weekDays } from '#shared/digest/periods.ts';
import { addDays, isCalendarDate } from '#shared/text/dates.ts';
import { asNumber, type Call, type CommandRecord } from '../command.ts';
import { exitCodeFor } from '../exit-codes.ts';

type DigestOptions = { readonly since?: string; readonly days?: number };

export const digest: CommandRecord = {
  name: 'digest',
  scope: 'computer',
  about: 'Sum up the last seven days: what was learned, corrected, contradicted, archived and came back.',
  arguments: [['[memory]', 'a memory’s folder or file; all that were opened before, if left out']],
  options: [
    ['--since <date>', 'first day, such as 2026-11-01', asDay],
    [
      '--days <number>',
      'number of days, up to today or from the first',
      asNumber('It is not a number from 1 to 366.', isDays),
    ],
  ],
  examples: ['digest', 'digest ~/notes --days 30', 'digest --since 2026-11-01 --json'],
  async run({ client, options }: Call<DigestOptions>, memory: string | undefined) {
    const period = periodOf(options, localDay(new Date()));
    const result = await client.call('digest.read', { ...period, ...(memory !== undefined && { memory }) });
    // Among all memories one may be gone; the only one that was named has to be there.
    const isRead = memory === undefined || result.memories.every(({ problem }) => problem === null);
    return { json: { ...period, ...result }, lines: digestLines(period, result), exitCode: exitCodeFor(isRead) };
  },
};

function periodOf({ since, days }: DigestOptions, today: string) {
  const from = since ?? addDays(today, 1 - (days ?? weekDays));
  return { from, before: since !== undefined && days !== undefined ? addDays(since, days) : addDays(today, 1) };
}

function asDay(text: string): string {
  if (!isCalendarDate(text)) {
    throw new InvalidArgumentError('It is not a day such as 2026-11-01.');
  }
  return text;
}

function isDays(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 366;
}
