import { InvalidArgumentError, Option } from 'commander';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ArchivedEntry, RestoreItem } from '#shared/contract/features/archive.ts';
import { readPages } from '#shared/contract/reading/pages.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { type Category, refOf } from '#shared/entries/entry.ts';
import {
  categoryOption,
  changeAnswer,
  changeEntry,
  checkPlace,
  type EntryOptions,
  onEntry,
  whichHelp,
} from '../change-entries.ts';
import type { Call, CommandRecord } from '../command.ts';
import { pickEntry } from '../which-entry.ts';

export const archive: CommandRecord = {
  ...onEntry,
  name: 'archive',
  about: 'Move an entry to the archive, from where it can be restored.',
  examples: ['archive "wednesday evenings"'],
  run: (call: Call<EntryOptions>, which: string) =>
    changeEntry(call, which, (entry) => [{ op: 'archive', entry: refOf(entry) }]),
};

type RestoreOptions = {
  readonly file?: string;
  readonly category?: Category;
  readonly onDuplicate?: RestoreItem['onDuplicate'];
  readonly makeRoom: boolean;
  readonly allowOver: boolean;
};

const onDuplicate = (flag: string, onDuplicate: RestoreItem['onDuplicate'], outcome: string): Option =>
  new Option(flag, `if its name is known already: ${outcome}`).implies({ onDuplicate });

export const restoreCommand: CommandRecord = {
  name: 'restore',
  about: 'Bring an archived entry back, or all of an archive file; add a line of a daily note to the memory.',
  arguments: [['[which]', `${whichHelp}; may be left out with --file`]],
  options: [
    ['--file <name>', 'the archive file: global-2026-05-03.md'],
    categoryOption(),
    onDuplicate('--replace', 'replace', 'replace what is known'),
    onDuplicate('--keep-both', 'keep_both', 'keep both'),
    ['--make-room', 'archive others if it does not fit', false],
    ['--allow-over', 'go over the limit', false],
  ],
  examples: ['restore naps', 'restore --file global-2026-05-03.md --make-room'],
  input({ options: { file } }: Call<RestoreOptions>, which: string | undefined) {
    if (which === undefined && file === undefined) {
      throw new InvalidArgumentError('Name what to restore, or with --file all of an archive.');
    }
  },
  run: async (call: Call<RestoreOptions>, which: string | undefined) => changeAnswer(await restoreEntries(call, which)),
};

async function restoreEntries({ client, workspace, options }: Call<RestoreOptions>, which: string | undefined) {
  const { file, category, onDuplicate, makeRoom, allowOver } = options;
  if (category !== undefined) {
    const { summary } = await client.call('context.read', { workspace, limit: 1 });
    checkPlace({ category }, summary);
  }
  const archived = await archivedIn(client, workspace, file);
  const chosen = which === undefined ? archived : [pickEntry(archived, which, { narrower: '--file' })];
  if (chosen.every(({ isNote }) => isNote)) {
    // Leave an assistant's daily note unchanged, and add its lines to the memory.
    const operations = chosen.map(({ key, value }) => ({ op: 'add' as const, category: null, key, value }));
    return client.call('context.change', { workspace, operations });
  }
  const items = chosen.map(({ file, raw, ordinal }) => ({ entry: { file, raw, ordinal }, category, onDuplicate }));
  return client.call('archive.restore', { workspace, items, makeRoom, allowOver });
}

async function archivedIn(client: Client, workspace: string, file: string | undefined): Promise<ArchivedEntry[]> {
  const params = { workspace, files: file === undefined ? [] : [file], limit: 1000 };
  const { entries: archived } = await readPages(client.call, 'archive.entries', 'entries', params);
  if (archived.length === 0) {
    throw new ContextureError('entry_unclear', `There is nothing in ${file ?? 'the archive'}.`, { matches: [] });
  }
  return archived;
}
