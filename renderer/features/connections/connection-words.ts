import type { Connection, ListedProgram } from '#shared/contract/features/connections.ts';
import { counted } from '../../wording/counts.ts';
import { locale, momentInWords } from '../../wording/dates.ts';
import { once } from '../../wording/once.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const ago = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** "2 minutes ago", "yesterday"; a date after more than a week. */
function agoInWords(moment: number, now: number): string {
  const passed = Math.max(0, now - moment);
  if (passed < minute) {
    return 'just now';
  }
  const [unit, length] =
    passed < hour ? (['minute', minute] as const) : passed < day ? (['hour', hour] as const) : (['day', day] as const);
  return passed < 8 * day ? ago().format(-Math.floor(passed / length), unit) : momentInWords(moment);
}

/** State of a program on one line; null if its group already gives it. */
export function stateInWords(program: ListedProgram, now: number): string | null {
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

export const programGroups = (programs: readonly ListedProgram[]) =>
  ['Connected', 'On this computer', 'Not found on this computer']
    .map((title) => ({ title, programs: programs.filter((program) => groupOf(program) === title) }))
    .filter((group) => group.programs.length > 0);

const groupOf = ({ connections, isFound }: ListedProgram): string =>
  connections.length > 0 ? 'Connected' : isFound ? 'On this computer' : 'Not found on this computer';

/** Removes the common indentation of lines from the middle of a file, and makes their ends plain, which show no sign. */
export function outdented(lines: string): string {
  const text = lines.trimEnd().replace(/\r\n?/g, '\n');
  const depths = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)]));
  const depth = Math.min(...depths, text.length);
  return text.replace(new RegExp(`^[ \\t]{${depth}}`, 'gm'), '');
}

type ConnectionOutcome = {
  readonly label: string;
  readonly memory: { readonly name: string; readonly path: string; readonly sample: boolean };
  /** Connection to mend; undefined for a new one. */
  readonly mended: Connection | undefined;
  /** True if it led elsewhere and will lead to the open memory; null until known. */
  readonly isMoved: boolean | null;
};

/** True if the sample would be connected, which describes nobody. */
export const leadsToSample = ({ memory, mended, isMoved }: ConnectionOutcome): boolean =>
  memory.sample && (mended === undefined || mended.isThis || isMoved === true);

/** Effect of connecting or mending; null until the target of a mended connection is known. */
export function connectingInWords(connecting: ConnectionOutcome): string | null {
  const { label, memory, mended, isMoved } = connecting;
  if (mended !== undefined && isMoved === null) {
    return null;
  }
  const moved = mended !== undefined && isMoved ? movedInWords(mended, memory) : '';
  if (leadsToSample(connecting)) {
    return `${moved}This memory is the sample: ${label} would believe that it is about you. Open your own first.`;
  }
  const other = mended === undefined || mended.isThis || isMoved ? null : mended.memory;
  return `${moved}${label} will read ${other === null ? 'this memory' : `the memory “${other}”`} and add what it learns. You can undo this.`;
}

function movedInWords({ memory: before, place }: Connection, { name, path }: ConnectionOutcome['memory']): string {
  if (before === null) {
    return `It led to the folder it is started in. It will lead to “${name}”. `;
  }
  // The folder of a memory may have moved under its name.
  const [from, to] = before === name ? [place, path] : [before, name];
  return `It led to “${from}”, which is gone. It will lead to “${to}”. `;
}
