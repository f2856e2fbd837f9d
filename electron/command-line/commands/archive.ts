import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Result } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ArchivedEntry, RestoreItem } from '#shared/contract/features/archive.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { type Category, refOf } from '#shared/entries/entry.ts';
import {
  categoryOption,
  changed,
  changeEntry,
  checkPlace,
  type EntryOptions,
  examples,
  onEntry,
  whichHelp,
} from '../change-entries.ts';
import type { CommandHost, Runtime } from '../runtime.ts';
import { pickEntry } from '../which-entry.ts';
import { onWorkspace, type WorkspaceOptions } from '../with-workspace.ts';

export function registerArchive(program: Command, { runtime }: CommandHost): void {
  onEntry(program.command('archive'))
    .description('Move an entry to the archive, from where it can be restored.')
    .addHelpText('after', examples('archive "wednesday evenings"'))
    .action((which: string, options: EntryOptions) =>
      changeEntry(which, options, runtime, (entry) => [{ op: 'archive', entry: refOf(entry) }]),
    );
}

type RestoreOptions = WorkspaceOptions & {
  readonly file?: string;
  readonly category?: Category;
  readonly onDuplicate?: RestoreItem['onDuplicate'];
  readonly makeRoom: boolean;
  readonly allowOver: boolean;
};

export function registerRestore(program: Command, { runtime }: CommandHost): void {
  onWorkspace(program.command('restore'))
    .description('Bring an archived entry back, or all of an archive file; keep a line of a daily note in the memory.')
    .argument('[which]', `${whichHelp}; may be left out with --file`)
    .option('--file <name>', 'the archive file: global-2026-05-03.md')
    .addOption(categoryOption())
    .addOption(onDuplicate('--replace', 'replace', 'replace what is known'))
    .addOption(onDuplicate('--keep-both', 'keep_both', 'keep both'))
    .option('--make-room', 'archive others where it would not fit', false)
    .option('--allow-over', 'go over the limit', false)
    .addHelpText('after', examples('restore naps', 'restore --file global-2026-05-03.md --make-room'))
    .action((which: string | undefined, options: RestoreOptions) => restore(which, options, runtime));
}

const onDuplicate = (flag: string, onDuplicate: RestoreItem['onDuplicate'], what: string): Option =>
  new Option(flag, `where its name is known again: ${what}`).implies({ onDuplicate });

/** Restores an archived entry, or all of an archive. @throws `entry_unclear` */
function restore(which: string | undefined, options: RestoreOptions, runtime: Runtime): Promise<void> {
  if (which === undefined && options.file === undefined) {
    throw new InvalidArgumentError('Name what to restore, or with --file all of an archive.');
  }
  const { file, category, onDuplicate, makeRoom, allowOver } = options;
  return changed(options, runtime, async (client, { id }) => {
    if (category !== undefined) {
      const { summary } = await client.call('context.read', { workspace: id, limit: 1 });
      checkPlace({ category }, summary);
    }
    const archived = await archivedIn(client, id, file);
    const chosen = which === undefined ? archived : [pickEntry(archived, which, { narrower: '--file' })];
    if (chosen.every(({ isNote }) => isNote)) {
      // Leave an assistant's daily note unchanged, and add its lines to the memory.
      const operations = chosen.map(({ key, value }) => ({ op: 'add' as const, category: null, key, value }));
      return client.call('context.change', { workspace: id, operations });
    }
    const items = chosen.map(({ file, raw, ordinal }) => ({ entry: { file, raw, ordinal }, category, onDuplicate }));
    return client.call('archive.restore', { workspace: id, items, makeRoom, allowOver });
  });
}

const pageSize = 1000;

async function archivedIn(client: Client, workspace: string, file: string | undefined): Promise<ArchivedEntry[]> {
  const all: ArchivedEntry[] = [];
  const files = file === undefined ? [] : [file];
  let found: Result<'archive.entries'>;
  do {
    found = await client.call('archive.entries', { workspace, files, offset: all.length, limit: pageSize });
    all.push(...found.entries);
  } while (found.entries.length > 0 && all.length < found.total);
  if (all.length === 0) {
    const where = file === undefined ? 'the archive' : file;
    throw new ContextureError('entry_unclear', `There is nothing in ${where}.`, { matches: [] });
  }
  return all;
}
