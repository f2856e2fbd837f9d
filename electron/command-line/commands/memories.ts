import type { FoundEntry, Memory } from '#shared/contract/features/memories.ts';
import { readPages, searchPages } from '#shared/contract/reading/pages.ts';
import { grouped } from '#shared/entries/multimap.ts';
import { lineText, oneLine } from '#shared/prompt/line-text.ts';
import { counted } from '#shared/text/counts.ts';
import { fillInWords } from '#shared/wording/fills.ts';
import { readAsInWords } from '#shared/wording/formats.ts';
import { groupName, memoryKind, needInWords, sizeInWords } from '#shared/wording/memories.ts';
import { memoryTitle } from '#shared/wording/memory-names.ts';
import type { Call, CommandRecord } from '../command.ts';

const maxFound = 1000;

export const memories: CommandRecord = {
  name: 'memories',
  scope: 'computer',
  about: 'List every memory on this computer, or find entries in all of them.',
  arguments: [['[words...]', 'words in any order and case, that must all occur']],
  examples: ['memories', 'memories green tea', 'memories --json'],
  async run({ client }: Call, words: string[]) {
    if (words.length === 0) {
      const all = await readPages(client.call, 'memories.list', 'memories', {});
      const lines = all.memories.length === 0 ? ['No memories were found.'] : list(all.memories);
      return { json: { memories: all.memories }, lines };
    }
    const text = words.join(' ');
    const { found, unread, isWhole } = await searchPages(client.call, 'memories.search', { text }, maxFound);
    const lines = [
      ...(found.length === 0 ? ['Nothing in any memory.'] : foundLines(found)),
      ...(isWhole ? [] : ['', `These are the first ${counted(found.length, 'entry', 'entries')}.`]),
      ...notSearched(unread),
    ];
    return { json: { found, unread, isWhole }, lines };
  },
};

export const notSearched = (unread: readonly { readonly path: string; readonly problem: string }[]): string[] => [
  ...(unread.length === 0 ? [] : ['', 'Not searched:']),
  ...unread.map(({ path, problem }) => `  ${oneLine(path)}: ${oneLine(problem)}`),
];

const separated = (groups: readonly (readonly string[])[]): string[] =>
  groups.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));

const list = (memories: readonly Memory[]): string[] =>
  separated(
    grouped(memories, ({ assistant }) => assistant).map((group) => [
      groupName(group[0].assistant),
      ...group.flatMap(memoryLines),
    ]),
  );

function memoryLines(memory: Memory): string[] {
  const kind = memoryKind(memory);
  const facts = [kind, readAsInWords(memory), sizeInWords(memory), memory.fill && fillInWords(memory.fill)].filter(
    (fact) => fact !== null,
  );
  return [
    `  ${oneLine([memoryTitle(memory), ...facts].join(', '))}`,
    `    ${oneLine(memory.path)}`,
    ...memory.needs.map((need) => `    ! ${oneLine(needInWords(need, memory))}`),
  ];
}

const foundLines = (found: readonly FoundEntry[]): string[] =>
  separated(
    grouped(found, ({ file }) => file).map((group) => [
      oneLine(group[0].file),
      ...group.map((entry) => `  ${lineText(entry)}`),
    ]),
  );
