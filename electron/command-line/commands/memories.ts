import type { Command } from 'commander';
import type { FoundEntry, Memory } from '#shared/contract/features/memories.ts';
import { readPages, searchPages } from '#shared/contract/reading/pages.ts';
import { lineText, oneLine } from '#shared/prompt/line-text.ts';
import { counted } from '#shared/text/counts.ts';
import { fillInWords } from '#shared/wording/fills.ts';
import { readAsInWords } from '#shared/wording/formats.ts';
import { grouped, groupName, kindOf, needInWords, sizeInWords } from '#shared/wording/memories.ts';
import { titleOf } from '#shared/wording/memory-names.ts';
import { answer } from '../answer.ts';
import { examples } from '../change-entries.ts';
import type { CommandHost } from '../runtime.ts';
import { withClient } from '../with-workspace.ts';

type MemoriesOptions = { readonly json?: boolean };

const maxFound = 1000;

export function registerMemories(program: Command, { runtime }: CommandHost): void {
  program
    .command('memories')
    .description('List every memory on this computer, or find entries in all of them.')
    .argument('[words...]', 'words in any order and case, that must all occur')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', examples('memories', 'memories green tea', 'memories --json'))
    .action((words: string[], options: MemoriesOptions) =>
      withClient(runtime, async (client) => {
        if (words.length === 0) {
          const { memories } = await readPages(client.call, 'memories.list', 'memories', {});
          answer(runtime, options, { memories }, memories.length === 0 ? ['No memories were found.'] : list(memories));
          return;
        }
        const text = words.join(' ');
        const { found, unread, isWhole } = await searchPages(client.call, 'memories.search', { text }, maxFound);
        answer(runtime, options, { found, unread, isWhole }, [
          ...(found.length === 0 ? ['Nothing in any memory.'] : foundLines(found)),
          ...(isWhole ? [] : ['', `These are the first ${counted(found.length, 'entry', 'entries')}.`]),
          ...(unread.length === 0 ? [] : ['', 'Not searched:']),
          ...unread.map(({ path, problem }) => `  ${oneLine(path)}: ${oneLine(problem)}`),
        ]);
      }),
    );
}

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
  const kind = kindOf(memory);
  const facts = [kind, readAsInWords(memory), sizeInWords(memory), memory.fill && fillInWords(memory.fill)].filter(
    (fact) => fact !== null,
  );
  return [
    `  ${oneLine([titleOf(memory), ...facts].join(', '))}`,
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
