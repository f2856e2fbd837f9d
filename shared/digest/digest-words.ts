import type { Result } from '../contract/contract.ts';
import type { DigestedMemory, DigestItem } from '../contract/features/digest.ts';
import { lineText, oneLine } from '../prompt/line-text.ts';
import { counted, countInWords } from '../text/counts.ts';
import { memoryName, namesApart } from '../wording/memory-names.ts';
import type { DigestPeriod } from './digest.ts';
import { type DigestCounts, digestKindNames, digestKinds } from './digest-kinds.ts';
import { lastDayOf } from './periods.ts';

type Digest = Result<'digest.read'>;

/** Formats counts: "12 learned, 1 came back"; null if all are zero. */
export function digestInWords(counts: DigestCounts): string | null {
  const parts = digestKinds.flatMap((kind) =>
    counts[kind] === 0 ? [] : [`${countInWords(counts[kind])} ${digestKindNames[kind].toLowerCase()}`],
  );
  return parts.length === 0 ? null : parts.join(', ');
}

/** Formats a digest as lines of Markdown. */
export function digestLines(period: DigestPeriod, { counts, days, memories, items }: Digest): readonly string[] {
  const nameOf = namesApart(memories, memoryName);
  const names = new Map(memories.map((memory) => [memory.path, memories.length > 1 ? nameOf(memory) : null]));
  const summary = digestInWords(counts);
  const head = [`# ${period.from} to ${lastDayOf(period)}`, ''];
  if (summary === null) {
    const isRead = memories.some(({ problem }) => problem === null);
    const said =
      memories.length === 0 ? ['No memory was opened yet.'] : isRead ? ['Nothing was learned in these days.'] : [];
    return [...head, ...said, ...asideLines(memories, nameOf)];
  }
  const happened = memories.filter((memory) => digestInWords(memory.counts) !== null);
  return [
    ...head,
    `${summary}.`,
    '',
    ...tableLines(
      'Day',
      days.map(({ day, counts }) => [day, counts]),
    ),
    ...digestKinds.flatMap((kind) => {
      const shown = items.filter((item) => item.kind === kind);
      const more = counts[kind] - shown.length;
      return counts[kind] === 0
        ? []
        : [
            '',
            `## ${digestKindNames[kind]}`,
            '',
            ...shown.map((item) => itemLine(item, names.get(item.memory) ?? null)),
            ...(more > 0 ? [`- and ${counted(more, 'more', 'more')}`] : []),
          ];
    }),
    ...(happened.length > 1
      ? [
          '',
          '## By memory',
          '',
          ...tableLines(
            'Memory',
            happened.map((memory) => [nameOf(memory), memory.counts]),
          ),
        ]
      : []),
    ...asideLines(memories, nameOf),
  ];
}

function tableLines(head: string, rows: readonly (readonly [string, DigestCounts])[]): string[] {
  const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [
    row([head, ...digestKinds.map((kind) => digestKindNames[kind])]),
    row(['---', ...digestKinds.map(() => '--:')]),
    ...rows.map(([name, counts]) => row([plain(name), ...digestKinds.map((kind) => counts[kind])])),
  ];
}

/** Text that Markdown shows as it is, on one line, unseen characters named. */
const plain = (text: string): string => oneLine(text).replace(/[\\`*[\]<>|]/g, '\\$&');

function itemLine({ entry, before, day, memory: _, ...item }: DigestItem, memory: string | null): string {
  const was = before === null ? '' : ` (was: ${plain(before.key === entry.key ? before.value : lineText(before))})`;
  const facts = [day, memory, item.name].filter((fact) => fact !== null).map(plain);
  return `- ${plain(lineText(entry))}${was}. ${facts.join(', ')}`;
}

function asideLines(memories: readonly DigestedMemory[], nameOf: (memory: DigestedMemory) => string): string[] {
  const asides = memories.flatMap((memory) => {
    const { problem, isWhole } = memory;
    return problem !== null
      ? [`- ${plain(nameOf(memory))} was not read: ${plain(problem)}`]
      : isWhole
        ? []
        : [`- ${plain(nameOf(memory))} changed so much that its first changes in these days are not counted.`];
  });
  return asides.length === 0 ? [] : ['', ...asides];
}
