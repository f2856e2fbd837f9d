import type { Connection, Program } from '#shared/contract/features/connections.ts';
import { counted } from '../../wording/counts.ts';
import { locale, momentInWords } from '../../wording/dates.ts';
import { once } from '../../wording/once.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const ago = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** "2 minutes ago", "yesterday"; a date once it is more than a week. */
export function agoInWords(moment: number, now: number): string {
  const passed = Math.max(0, now - moment);
  if (passed < minute) {
    return 'just now';
  }
  const [unit, length] =
    passed < hour ? (['minute', minute] as const) : passed < day ? (['hour', hour] as const) : (['day', day] as const);
  return passed < 8 * day ? ago().format(-Math.floor(passed / length), unit) : momentInWords(moment);
}

/** What is said of a program on one line; null where its group says it. */
export function stateInWords(program: Program, now: number): string | null {
  const { isFound, connections, lastRead, learned } = program;
  if (connections.length === 0) {
    return isFound ? 'Not connected' : null;
  }
  if (connections.every(({ problem }) => problem !== null)) {
    return 'The connection is broken';
  }
  const read = lastRead === null ? 'Not read yet' : `Last read ${agoInWords(lastRead, now)}`;
  return [
    connections.some(({ isThis }) => isThis) ? read : 'Not with this memory',
    ...(learned > 0 ? [`learned ${counted(learned, 'thing', 'things')}`] : []),
  ].join(' · ');
}

export const memoryInWords = ({ isThis, memory }: Connection): string =>
  isThis ? 'This memory' : memory === null ? 'The folder it is started in' : `The memory ${memory}`;

/** Programs in groups: those that are connected, those that could be, and the rest. */
export const groupsOf = (programs: readonly Program[]) =>
  [
    { title: 'Connected', programs: programs.filter(({ connections }) => connections.length > 0) },
    {
      title: 'On this computer',
      programs: programs.filter(({ connections, isFound }) => connections.length === 0 && isFound),
    },
    {
      title: 'Not found on this computer',
      programs: programs.filter(({ connections, isFound }) => connections.length === 0 && !isFound),
    },
  ].filter((group) => group.programs.length > 0);
