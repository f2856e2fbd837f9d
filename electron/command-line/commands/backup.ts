import { localDay } from '#node/clock.ts';
import type { Params, Result } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { BackedUpMemory, BackupItem, BackupPart, BackupState } from '#shared/contract/features/backup.ts';
import { nameOfProgram, programIds } from '#shared/programs/program-ids.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { counted, sizeInWords } from '#shared/text/counts.ts';
import { partInWords, restoredInWords, stateNames } from '#shared/wording/backup.ts';
import { asNumber, type Call, type CommandRecord } from '../command.ts';
import { exitCodeFor } from '../exit-codes.ts';
import { askFirst } from '../person-at-terminal.ts';
import { readNamed } from '../read-file.ts';

type SecretOptions = { readonly passphraseFile?: string };
type BackupOptions = SecretOptions & { readonly weekly?: string; readonly keep: number };
type RestoreOptions = SecretOptions & {
  readonly preview?: boolean;
  readonly replace?: boolean;
  readonly memory?: string;
  readonly to?: string;
  readonly yes?: boolean;
};

const passphraseOption = [
  '--passphrase-file <file>',
  'encrypt or decrypt with the first line of this file; - is standard input',
] as const;
const asCount = asNumber('A number of backups is a whole number of 1 or more.', (text) => /^[1-9]\d{0,2}$/.test(text));

async function readPassphrase({ options, runtime }: Call<SecretOptions>) {
  if (options.passphraseFile === undefined) {
    return {};
  }
  const [line = ''] = (await readNamed(options.passphraseFile, runtime)).replace(/^\uFEFF/, '').split(/\r?\n/);
  if (line === '') {
    throw new ContextureError('invalid_request', `The first line of ${options.passphraseFile} is empty.`);
  }
  return { passphrase: line };
}
type Secret = Awaited<ReturnType<typeof readPassphrase>>;

export const backup: CommandRecord = {
  name: 'backup',
  scope: 'computer',
  about: 'Write everything into one file: memories, archives, history, saved conversations, agent data, workflows.',
  arguments: [['[to]', 'a new file, or a folder; left out: what is known of weekly backups']],
  options: [
    passphraseOption,
    ['--weekly <folder>', 'also make one here each week while the app is open; off: no more'],
    ['--keep <number>', 'with --weekly: how many stay, the oldest are removed', asCount, 8],
  ],
  examples: ['backup ~/backups', 'backup notes.zip.age --passphrase-file secret.txt', 'backup --weekly ~/backups'],
  input: readPassphrase,
  async run({ client, options, input }: Call<BackupOptions, Secret>, to: string | undefined) {
    const { weekly, keep } = options;
    if (weekly !== undefined) {
      const wanted = weekly === 'off' ? null : { folder: weekly, keep };
      const state = await client.call('backup.setWeekly', { weekly: wanted });
      return { json: state, lines: stateLines(state) };
    }
    if (to === undefined) {
      const state = await client.call('backup.state', {});
      return { json: state, lines: stateLines(state) };
    }
    const made = await client.call('backup.create', { to, ...input });
    const memories = counted(made.memories, 'memory', 'memories');
    const lines = [
      `${oneLine(made.path)}: ${memories}, ${counted(made.files, 'file', 'files')}, ${sizeInWords(made.bytes)}.`,
      ...leftOutLines(made.leftOut),
    ];
    return { json: made, lines };
  },
};

export const restoreBackup: CommandRecord = {
  name: 'restore-backup',
  scope: 'computer',
  about: 'Restore from a backup: what is missing here is added, what differs stays unless you say --replace.',
  arguments: [['<file>', 'the backup']],
  options: [
    ['--preview', 'only say what it holds, and what would change'],
    ['--replace', 'also replace what differs here; the texts before stay in the history'],
    ['--memory <name>', 'only this memory'],
    ['--to <place>', 'with --memory: another folder or file for it'],
    passphraseOption,
    ['--yes', 'don’t ask'],
  ],
  examples: ['restore-backup notes.zip --preview', 'restore-backup notes.zip --memory notes --to ~/notes'],
  input: readPassphrase,
  async run(call: Call<RestoreOptions, Secret>, path: string) {
    const { client, options, input, runtime } = call;
    const { preview: only, replace = false, yes } = options;
    const at = { path, ...input };
    const first = await client.call('backup.read', at);
    const chosen = chosenMemories(first, options);
    const [one] = chosen;
    const places = options.to === undefined || one === undefined ? [] : [{ memory: one.memory, to: options.to }];
    const preview = places.length === 0 ? first : await client.call('backup.read', { ...at, places });
    const memories = preview.memories.filter(({ memory }) => chosen.some((each) => each.memory === memory));
    const lines = previewLines(preview, memories, options.memory === undefined);
    if (only) {
      return { json: preview, lines };
    }
    if (!yes) {
      const detail = `${lines.map((line) => `  ${line}`).join('\n')}\n${replace ? 'What differs is replaced.' : 'What differs stays as it is here.'}`;
      await askFirst(runtime, `Restore from the backup of ${localDay(new Date(preview.createdAt))}?`, detail);
    }
    const wanted: Params<'backup.restore'> = {
      ...at,
      memories: memories.map(({ memory, to }) => ({ memory, to, replace: replace ? 'all' : [] })),
      ...(options.memory === undefined && { shared: { replace: replace ? 'all' : [] } }),
    };
    const restored = await client.call('backup.restore', wanted);
    const failed = restored.memories.some(({ problem }) => problem !== null);
    return { json: restored, lines: restoredInWords(restored), exitCode: exitCodeFor(!failed) };
  },
};

function chosenMemories(
  { memories }: Result<'backup.read'>,
  { memory, to }: RestoreOptions,
): readonly BackedUpMemory[] {
  if (memory === undefined) {
    if (to !== undefined) {
      throw new ContextureError('invalid_request', 'Say which memory goes there: --memory. Nothing was changed.');
    }
    return memories;
  }
  const named = memories.filter(({ name, path }) => name === memory || path === memory);
  if (named.length !== 1) {
    const all = memories.map(({ path }) => oneLine(path)).join(', ');
    const many = named.length === 0 ? 'no memory' : 'more than one memory';
    throw new ContextureError('not_found', `The backup has ${many} “${oneLine(memory)}”. It has: ${all}.`);
  }
  return named;
}

const maxListed = 20;

function previewLines(
  { shared, connections, leftOut, createdAt, app }: Result<'backup.read'>,
  memories: readonly BackedUpMemory[],
  isWhole: boolean,
): string[] {
  const known = connections.map(({ program, name }) => {
    const id = programIds.find((one) => one === program);
    return `${id === undefined ? program : nameOfProgram(id)} (${name})`;
  });
  return [
    `Made on ${localDay(new Date(createdAt))} by Contexture ${oneLine(app)}. It is whole.`,
    ...memories.flatMap((one) => [
      oneLine(`${one.name}, to ${one.to}: ${one.problem ?? partInWords(one)}`),
      ...itemLines(one),
    ]),
    ...(isWhole ? [`For all memories: ${partInWords(shared)}`, ...itemLines(shared)] : []),
    ...(known.length === 0 ? [] : [oneLine(`Was connected: ${known.join(', ')}. Connect them again if you like.`)]),
    ...leftOutLines(leftOut),
  ];
}

function itemLines({ items }: BackupPart): string[] {
  const line = ({ state, to }: BackupItem): string => oneLine(`  ${stateNames[state]}: ${to}`);
  const more = items.length - maxListed;
  return [...items.slice(0, maxListed).map(line), ...(more > 0 ? [`  … and ${more} more`] : [])];
}

const leftOutLines = (leftOut: Result<'backup.create'>['leftOut']): string[] =>
  leftOut.map(({ path, why }) => oneLine(`Not in it: ${path}. ${why}`));

function stateLines({ weekly, last, interrupted }: BackupState): string[] {
  const day = last === null ? '' : localDay(new Date(last.at));
  return [
    weekly === null
      ? 'No weekly backups.'
      : oneLine(`Weekly to ${weekly.folder}, while the app is open. ${weekly.keep} are kept.`),
    ...(last === null
      ? []
      : [oneLine(last.problem ?? `The last one: ${day}, ${last.path}, ${sizeInWords(last.bytes)}.`)]),
    ...(interrupted === null
      ? []
      : [oneLine(`A restore from ${interrupted.path} was cut off. Restore from it again: it goes on where it was.`)]),
  ];
}

export const removeEverything: CommandRecord = {
  name: 'remove-everything',
  scope: 'computer',
  about: 'Remove everything of Contexture’s own from this computer, connections included. Your memories stay.',
  options: [['--yes', 'don’t ask: there is no undo']],
  examples: ['backup ~/backups', 'remove-everything'],
  async run({ client, options, runtime }: Call<{ readonly yes?: boolean }>) {
    const list = await client.call('removal.list', {});
    if (!options.yes) {
      const detail = [...removalLines(list), 'Make a backup first: contexture backup FOLDER. There is no undo.'];
      await askFirst(runtime, 'Remove everything of Contexture’s own from this computer?', detail.join('\n'));
    }
    const { left } = await client.call('removal.carryOut', { word: 'remove' });
    const lines = [
      'Removed. Your memories are where they were.',
      ...left.map(({ path, why }) => oneLine(`Still there: ${path}. ${why}`)),
    ];
    return { json: { ...list, left }, lines, exitCode: exitCodeFor(left.length === 0) };
  },
};

const removalLines = (list: Result<'removal.list'>): string[] => [
  oneLine(`From ${list.dataFolder}:`),
  ...list.areas.map(({ name, files, bytes }) => `  ${name}: ${counted(files, 'file', 'files')}, ${sizeInWords(bytes)}`),
  ...list.connections.map(({ program, name, settings }) =>
    oneLine(`  The connection “${name}” of ${program}, in ${settings}`),
  ),
  ...list.archivesInside.map((path) => oneLine(`  With it the archive of ${path}, which is kept there`)),
  ...list.memories.map((path) => oneLine(`Stays: ${path}`)),
  ...list.others.map((path) => oneLine(`Stays, as it isn’t Contexture’s: ${path}`)),
];
