import { resolve } from 'node:path';
import type { ChangeResult } from '#shared/contract/changes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { type StorageView, storageFileSchema } from '#shared/contract/features/storages.ts';
import { pagesOf } from '#shared/contract/reading/pages.ts';
import { readStorageText, wholeText } from '#shared/contract/reading/texts.ts';
import { wholeStorages } from '#shared/contract/reading/whole-storages.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { listsKeys } from '#shared/storages/erase-storage.ts';
import { fileNameOf } from '#shared/storages/identity.ts';
import { memoryKey } from '#shared/storages/memory-storage.ts';
import { inDatabase } from '#shared/storages/storage-file.ts';
import { counted } from '#shared/text/counts.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { adoptLaragent } from '../../library/adopt-laragent.ts';
import { hash } from '../../library/drivers.ts';
import { changeLines } from '../answer.ts';
import { changeAnswer } from '../change-entries.ts';
import type { Call, CommandGroup, CommandRecord } from '../command.ts';

const whichHelp = 'its key, or the name of its file without “.json”';

const listStorages: CommandRecord = {
  name: 'list',
  about: 'List everything agents store, by agent.',
  examples: ['storages list', 'storages list --json'],
  async run({ client, workspace }: Call) {
    const { storages: all } = await wholeStorages(client.call, workspace);
    const shown = all.filter(({ state }) => state !== 'keys');
    return {
      json: { storages: shown },
      lines: shown.length === 0 ? ['Nothing is stored here.'] : shown.flatMap(lines),
    };
  },
};

const showStorage: CommandRecord = {
  name: 'show',
  about: 'Print what a storage says.',
  arguments: [['<which>', whichHelp]],
  examples: ['storages show state_support_ann'],
  async run({ client, workspace }: Call, which: string) {
    const [storage] = await find(client, workspace, which);
    const { file, conversation, state } = storage;
    const absent = state === 'unused' ? 'Nothing was saved there yet.' : 'Nothing is there any more.';
    const text = await textOf(client, workspace, storage);
    return { json: { file, conversation, text }, lines: [text ?? absent] };
  },
};

const listKeys: CommandRecord = {
  name: 'keys',
  about: 'List the keys that agents track, and for whom.',
  arguments: [['[agent]', 'only this agent’s']],
  examples: ['storages keys', 'storages keys support'],
  async run({ client, workspace }: Call, agent: string | undefined) {
    const { storages: all } = await wholeStorages(client.call, workspace);
    // A key in several drivers counts once.
    const byKey = new Map(all.map((storage) => [storage.key ?? storage.file, storage]));
    const keys = [...byKey.values()].flatMap(({ key, trackedBy }) =>
      trackedBy.filter((by) => agent === undefined || by.agent === agent).map((by) => ({ key, ...by })),
    );
    const text = keys.map(({ key, ...by }) => oneLine(`${key ?? ''}  ${trackerInWords(by)}`));
    return { json: { keys }, lines: keys.length === 0 ? ['No key is tracked.'] : text };
  },
};

const setName: CommandRecord = {
  name: 'set',
  scope: 'any-workspace',
  about: 'Set a name in a storage that is a JSON object. The storage is created if there is none.',
  arguments: [
    ['<which>', whichHelp],
    ['<name>', 'the name in the object'],
    ['<value>', 'JSON, or any other text as it is'],
  ],
  examples: ['storages set state_support_ann theme dark'],
  async run({ client, workspace }: Call, which: string, name: string, typedValue: string) {
    const [existing] = await copiesOf(client, workspace, which);
    const file = existing?.file ?? (storageFileSchema.safeParse(which).success ? which : fileNameOf(which, hash));
    requireSettable(which, existing ?? { file, key: which, conversation: null });
    const { text, version } = await readStorageText(client.call, workspace, file);
    const value = parseJson(typedValue);
    const next = { ...objectIn(text, which), [name]: value === undefined ? typedValue : value };
    const written = `${JSON.stringify(next, null, 2)}\n`;
    const params = { workspace, file, key: existing?.key ?? which, text: written, over: version };
    return changeAnswer(await client.call('storages.write', params));
  },
};

const bringIn: CommandRecord = {
  name: 'bring-in',
  scope: 'any-workspace',
  about: 'Store here what LarAgent keeps elsewhere, for the same agents and people. Nothing there is changed.',
  arguments: [['<folder>', 'what LarAgent calls its disk, the folder with “laragent_storage” in it']],
  examples: ['storages bring-in ~/site/storage/app/private --start-empty'],
  async run({ client, workspace }: Call, folder: string) {
    const done = await adoptLaragent(client, workspace, resolve(folder));
    const lines = [
      ...done.adopted.map((key) => `${key}  stored`),
      ...done.there.map((key) => `${key}  was stored here already, and stays`),
      ...done.notices,
      ...done.problems.map(({ path, problem }) => `${path}  ${problem}`),
    ];
    return { json: done, lines: lines.map(oneLine) };
  },
};

const removing = (verb: 'clear' | 'remove', about: string): CommandRecord => ({
  name: verb,
  about: `${about} “contexture undo” undoes it.`,
  arguments: [['<which...>', whichHelp]],
  examples: [`storages ${verb} state_support_ann`],
  async run({ client, workspace }: Call, which: string[]) {
    const chosen = (await Promise.all(which.map((one) => find(client, workspace, one)))).flat();
    const files = chosen.flatMap(({ file, key }) => (key === memoryKey ? [] : [file]));
    const changes: ChangeResult[] = [];
    if (files.length > 0) {
      changes.push(await client.call(`storages.${verb}`, { workspace, files }));
    }
    if (files.length < chosen.length) {
      changes.push(await client.call('context.archiveAll', { workspace }));
    }
    return { json: { changes }, lines: changes.flatMap(changeLines) };
  },
});

export const storages: CommandGroup = {
  name: 'storages',
  about: 'Agent data: what agents store in a workspace, and for whom.',
  commands: [
    listStorages,
    showStorage,
    listKeys,
    setName,
    bringIn,
    removing('clear', 'Empty storages. Their agents go on tracking them.'),
    removing('remove', 'Delete storages.'),
  ],
};

async function textOf(client: Client, workspace: string, { key, file, conversation }: StorageView) {
  if (key === memoryKey) {
    const first = await client.call('text.read', { workspace });
    const { version } = first;
    const pieceFrom = async (from: number) =>
      (await client.call('text.read', { workspace, version: version ?? undefined, from })).text;
    return version === null ? null : wholeText(first, pieceFrom);
  }
  return conversation === null
    ? (await readStorageText(client.call, workspace, file)).text
    : messageLines(client, workspace, conversation);
}

async function messageLines(client: Client, workspace: string, conversation: string): Promise<string> {
  const lines: string[] = [];
  for await (const { messages } of pagesOf(client.call, 'conversationStore.messages', { workspace, conversation })) {
    lines.push(...messages.map(({ message }) => JSON.stringify(message)));
  }
  return lines.join('\n');
}

/** Lists the storages with that key or file name, of all drivers, the last saved first. */
async function copiesOf(client: Client, workspace: string, which: string): Promise<readonly StorageView[]> {
  const { storages } = await wholeStorages(client.call, workspace);
  return storages
    .filter(({ key, file }) => key === which || file === which)
    .sort((one, other) => (other.changedAt ?? 0) - (one.changedAt ?? 0));
}

async function find(
  client: Client,
  workspace: string,
  which: string,
): Promise<readonly [StorageView, ...StorageView[]]> {
  const [latest, ...others] = await copiesOf(client, workspace, which);
  if (latest === undefined) {
    const message = `Nothing is stored under ${which} here. “contexture storages list” shows what is.`;
    throw new ContextureError('not_found', message, { which });
  }
  return [latest, ...others];
}

function objectIn(text: string | null, which: string): object {
  const value = text === null ? null : parseJson(text);
  if (value === null) {
    return {};
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    const message = `${which} isn’t a JSON object, so no name can be set in it. Nothing was changed.`;
    throw new ContextureError('value_invalid', message, { which });
  }
  return value;
}

/** @throws `value_invalid` for the memory, a conversation or the list of an agent's keys */
function requireSettable(
  which: string,
  { file, key, conversation }: Pick<StorageView, 'file' | 'key' | 'conversation'>,
) {
  const kind =
    key === memoryKey
      ? 'the memory. “contexture add” adds an entry'
      : conversation !== null
        ? 'a conversation. “contexture conversations” reads and changes it'
        : listsKeys(file.replace(inDatabase, ''))
          ? 'the list of what an agent stores. “contexture storages” changes that'
          : null;
  if (kind !== null) {
    throw new ContextureError('value_invalid', `${which} is ${kind}. Nothing was changed.`, { which });
  }
}

const inWords: Readonly<Record<StorageView['state'], string>> = {
  kept: 'stored',
  empty: 'empty',
  gone: 'tracked, but gone',
  unused: 'nothing saved yet',
  damaged: 'damaged',
  keys: 'keys',
};

/** Names an agent and for whom it stores something: `support for ann, in shop`. */
const trackerInWords = ({ agent, user, chat, group, scope }: StorageView['trackedBy'][number]): string =>
  [
    [agent, user ?? (chat === null ? null : `the chat ${chat}`)].filter(Boolean).join(' for '),
    group && `shared in the group ${group}`,
    scope && `in ${scope}`,
  ]
    .filter(Boolean)
    .join(', ');

function lines({ file, key, trackedBy, state, bytes, driver }: StorageView): string[] {
  const where = driver === 'sqlite' ? ', in the database' : '';
  return [
    oneLine(`${key ?? file}  ${inWords[state]}, ${counted(bytes, 'byte', 'bytes')}${where}`),
    oneLine(
      `    ${trackedBy.length === 0 ? 'not tracked by any agent' : `stored by ${trackedBy.map(trackerInWords).join('; ')}`}`,
    ),
  ];
}
