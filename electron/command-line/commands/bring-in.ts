import type { Operation } from '#shared/contract/changes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { BroughtItem } from '#shared/contract/features/bring-in.ts';
import type { Category } from '#shared/entries/entry.ts';
import { lineText, oneLine } from '#shared/prompt/line-text.ts';
import { counted } from '#shared/text/counts.ts';
import { changeLines } from '../answer.ts';
import { categoryOption, changeTyped } from '../change-entries.ts';
import type { Call, CommandRecord } from '../command.ts';
import { readNamed } from '../read-file.ts';

type ImportOptions = {
  readonly category: Category;
  readonly section?: string;
  readonly list?: boolean;
};

export const importList: CommandRecord = {
  name: 'import',
  scope: 'any-workspace',
  about:
    'Import a list: pasted from an assistant on the web, or exported by a memory store. What is known is left out.',
  arguments: [['<file>', 'a text with one thing to a line, or JSON; - for standard input']],
  options: [
    categoryOption().default('fact'),
    ['--section <heading>', 'the heading to add them under, in a memory without sections of categories'],
    ['--list', 'only list what would be added, and what is known'],
  ],
  examples: ['import what-chatgpt-knows.txt --list', 'import mem0.json --category preference'],
  input: ({ runtime }: Call, file: string) => readNamed(file, runtime),
  async run(call: Call<ImportOptions, string>) {
    const { client, workspace, options, input: text } = call;
    const { items } = await client.call('bringIn.read', { workspace, text });
    const newItems = items.filter(({ state }) => state === 'new');
    const left = items.length - newItems.length;
    const leftOut =
      left === 0 ? [] : [`${counted(left, 'item is', 'items are')} known already, known otherwise or there twice.`];
    if (options.list) {
      return { json: { items }, lines: [...items.map(listed), '', ...leftOut] };
    }
    if (newItems.length === 0) {
      return { json: { change: null, items }, lines: ['Nothing in that list is new.', ...leftOut] };
    }
    const { summary } = await client.call('context.read', { workspace, limit: 1 });
    const operations = newItems.map((item) => operationOf(item, options, summary.capabilities.sections));
    const result = await changeTyped(call, operations);
    return { json: { ...result, items }, lines: [...changeLines(result), ...leftOut] };
  },
};

function operationOf(
  { key, value, category, from }: BroughtItem,
  options: ImportOptions,
  sections: boolean,
): Operation {
  if (options.section !== undefined && sections) {
    const message = 'This memory has sections of its own: use --category instead of --section. Nothing was changed.';
    throw new ContextureError('invalid_request', message);
  }
  const origin = from
    .replace(/[|\]\r\n]/g, ' ')
    .trim()
    .slice(0, 60);
  const source = from === '' ? {} : { source: `brought in: ${origin}` };
  return sections
    ? { op: 'add', category: category ?? options.category, key, value, ...source }
    : { op: 'add', category: null, key, value, ...(options.section !== undefined && { section: options.section }) };
}

const marks: Readonly<Record<BroughtItem['state'], string>> = {
  new: 'new      ',
  same: 'known    ',
  differs: 'differs  ',
  repeated: 'repeated ',
};

const listed = (item: BroughtItem): string =>
  `  ${marks[item.state]} ${lineText(item)}${item.state === 'differs' ? ` (now: ${oneLine(item.known ?? '')})` : ''}`;
