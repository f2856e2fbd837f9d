import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Client } from '#shared/contract/client.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ArchivedEntry, ChangeResult, EntryView, Operation, Workspace } from '#shared/contract/model.ts';
import { readWholeContext } from '#shared/contract/whole-context.ts';
import { type Category, type Confidence, categories, confidences, refOf } from '#shared/entries/entry.ts';
import { readKey } from '#shared/formats/context/entry-text.ts';
import { answer, changeLines } from './answer.ts';
import { readNamed } from './read-file.ts';
import type { Runtime } from './runtime.ts';
import { pickEntry } from './which-entry.ts';
import { withWorkspace } from './with-workspace.ts';
import { onAnyWorkspace, onWorkspace, placeOf, type WorkspaceOptions } from './workspace-options.ts';

type EntryOptions = WorkspaceOptions & { readonly line?: number };
type EditOptions = EntryOptions & {
  readonly key?: string;
  readonly confidence?: Confidence;
  readonly category?: Category;
  readonly pin?: boolean;
};
type RestoreOptions = WorkspaceOptions & {
  readonly file?: string;
  readonly category?: Category;
  readonly twin?: 'replace' | 'keep_both';
  readonly makeRoom: boolean;
  readonly allowOver: boolean;
};

const whichHelp = 'its name, or a part of its text that no other has';
const categoryOption = () => new Option('--category <category>', 'the section it belongs to').choices([...categories]);
const confidenceOption = () => new Option('--confidence <confidence>', 'how sure it is').choices([...confidences]);

/** The commands by which a person changes what is known, and one for what an assistant learned. */
export function addChangingCommands(program: Command, runtime: Runtime): void {
  onAnyWorkspace(program.command('add'))
    .description('Add something your assistant should know.')
    .argument('<text>', '“name: value”, or a sentence')
    .addOption(categoryOption().default('preference'))
    .addOption(confidenceOption())
    .addHelpText(
      'after',
      '\nExamples:\n  contexture add "language: German"\n  contexture add "Picks up kids at 3:30" --category fact',
    )
    .action((text: string, options: EditOptions & { category: Category }) => add(text, options, runtime));

  onAnyWorkspace(program.command('apply'))
    .description('Apply an assistant’s updates from a file: all, or none if one is not valid.')
    .argument('<file>', 'JSON: a list of {category, key, value, confidence, source}, or - for standard input')
    .option('--assistant <name>', 'what the assistant calls itself, for the history')
    .addHelpText(
      'after',
      '\nExamples:\n  contexture apply updates.json\n  observer | contexture apply - --assistant observer',
    )
    .action((file: string, options: WorkspaceOptions & { assistant?: string }) => apply(file, options, runtime));

  onEntry(program.command('edit'))
    .description('Correct an entry: its text, its name, how sure it is, its section, whether it is pinned.')
    .argument('[text]', 'what it should say; the value alone where it has a name')
    .option('--key <name>', 'its new name')
    .addOption(confidenceOption())
    .addOption(categoryOption())
    .option('--pin', 'never archive it for size')
    .option('--no-pin', 'let it be archived for size')
    .addHelpText(
      'after',
      '\nExamples:\n  contexture edit language German\n  contexture edit tea --confidence certain --pin',
    )
    .action((which: string, text: string | undefined, options: EditOptions) => edit(which, text, options, runtime));

  onEntry(program.command('remove'))
    .description('Delete an entry; the history keeps it, and undo in the app brings it back.')
    .addHelpText('after', '\nExamples:\n  contexture remove tea\n  contexture remove tea --line 4')
    .action((which: string, options: EntryOptions) =>
      changeEntry(which, options, runtime, (entry) => [{ op: 'delete', entry: refOf(entry) }]),
    );

  onEntry(program.command('archive'))
    .description('Move an entry to the archive, from where it can be restored.')
    .addHelpText('after', '\nExamples:\n  contexture archive "wednesday evenings"')
    .action((which: string, options: EntryOptions) =>
      changeEntry(which, options, runtime, (entry) => [{ op: 'archive', entry: refOf(entry) }]),
    );

  onWorkspace(program.command('restore'))
    .description('Bring an archived entry back, or all of an archive file.')
    .argument('[which]', `${whichHelp}; may be left out with --file`)
    .option('--file <name>', 'the archive file: global-2026-05-03.md')
    .addOption(categoryOption())
    .addOption(
      new Option('--replace', 'where its name is known again: replace what is known').implies({ twin: 'replace' }),
    )
    .addOption(new Option('--keep-both', 'where its name is known again: keep both').implies({ twin: 'keep_both' }))
    .option('--make-room', 'archive others where it would not fit', false)
    .option('--allow-over', 'go over the limit', false)
    .addHelpText(
      'after',
      '\nExamples:\n  contexture restore naps\n  contexture restore --file global-2026-05-03.md --make-room',
    )
    .action((which: string | undefined, options: RestoreOptions) => restore(which, options, runtime));
}

function onEntry(command: Command): Command {
  return onWorkspace(command.argument('<which>', whichHelp)).option(
    '--line <number>',
    'where several match: which of them, by its number in “contexture show”',
    asLine,
  );
}

function add(text: string, options: EditOptions & { category: Category }, runtime: Runtime): Promise<void> {
  const found = readKey(text.trim());
  const said =
    found === null ? { key: null, value: text } : { key: found.key, value: text.trim().slice(found.valueAt) };
  const sure = options.confidence === undefined ? {} : { confidence: options.confidence };
  return changed(options, runtime, async (client, { id }) =>
    client.call('context.change', {
      workspace: id,
      operations: [{ op: 'add', category: options.category, ...said, ...sure }],
    }),
  );
}

async function apply(
  file: string,
  options: WorkspaceOptions & { assistant?: string },
  runtime: Runtime,
): Promise<void> {
  const updates = updatesIn(await readNamed(file, runtime));
  const assistant = options.assistant === undefined ? {} : { assistant: options.assistant };
  await changed(options, runtime, (client, { id }) =>
    client.call('context.apply', { workspace: id, updates: updates as [], ...assistant }),
  );
}

function updatesIn(json: string): unknown[] {
  const wrong = () =>
    new ContextureError(
      'invalid_request',
      'The updates are not JSON: a list of {"category", "key", "value", "confidence", "source"}, or {"updates": […]}.',
    );
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw wrong();
  }
  const list = typeof parsed === 'object' && parsed !== null && 'updates' in parsed ? parsed.updates : parsed;
  if (!Array.isArray(list)) {
    throw wrong();
  }
  return list;
}

function edit(which: string, text: string | undefined, options: EditOptions, runtime: Runtime): Promise<void> {
  const { key, confidence, category, pin } = options;
  if ([text, key, confidence, category, pin].every((given) => given === undefined)) {
    throw new InvalidArgumentError('Say what is to be different: a text, --key, --confidence, --category or --pin.');
  }
  return changeEntry(which, options, runtime, (found) => {
    const entry = refOf(found);
    const renamed = { ...(text === undefined ? {} : { value: text }), ...(key === undefined ? {} : { key }) };
    const operations: (Operation | null)[] = [
      text === undefined && key === undefined ? null : { op: 'edit', entry, ...renamed },
      confidence === undefined ? null : { op: 'confidence', entry, confidence },
      pin === undefined ? null : { op: 'pin', entry, pinned: pin },
      category === undefined ? null : { op: 'move', entry, category },
    ];
    return operations.filter((operation) => operation !== null);
  });
}

function changeEntry(
  which: string,
  options: EntryOptions,
  runtime: Runtime,
  operationsOn: (entry: EntryView) => Operation[],
): Promise<void> {
  return changed(options, runtime, async (client, { id }) => {
    const { entries } = await readWholeContext(client, id);
    const operations = operationsOn(pickEntry(entries, which, { line: options.line, narrower: '--line' }));
    return client.call('context.change', { workspace: id, operations });
  });
}

function restore(which: string | undefined, options: RestoreOptions, runtime: Runtime): Promise<void> {
  if (which === undefined && options.file === undefined) {
    throw new InvalidArgumentError('Name what to restore, or with --file all of an archive.');
  }
  const { file, category, twin: onTwin, makeRoom, allowOver } = options;
  return changed(options, runtime, async (client, { id }) => {
    const archived = await archivedIn(client, id, file);
    const chosen = which === undefined ? archived : [pickEntry(archived, which, { narrower: '--file' })];
    const items = chosen.map((entry) => ({
      ...{ entry: { file: entry.file, raw: entry.raw, ordinal: entry.ordinal } },
      ...(category === undefined ? {} : { category }),
      ...(onTwin === undefined ? {} : { onTwin }),
    }));
    return client.call('archive.restore', { workspace: id, items, makeRoom, allowOver });
  });
}

const page = 1000;

async function archivedIn(client: Client, workspace: string, file: string | undefined): Promise<ArchivedEntry[]> {
  const all: ArchivedEntry[] = [];
  for (;;) {
    const files = file === undefined ? {} : { files: [file] };
    const found = await client.call('archive.entries', { workspace, ...files, offset: all.length, limit: page });
    all.push(...found.entries);
    if (found.entries.length === 0 || all.length >= found.total) {
      break;
    }
  }
  if (all.length === 0) {
    const where = file === undefined ? 'the archive' : file;
    throw new ContextureError('entry_unclear', `There is nothing in ${where}.`, { matches: [] });
  }
  return all;
}

function changed(
  options: WorkspaceOptions,
  runtime: Runtime,
  change: (client: Client, workspace: Workspace) => Promise<ChangeResult>,
): Promise<void> {
  return withWorkspace(runtime, placeOf(options), async (client, workspace) => {
    const result = await change(client, workspace);
    answer(runtime, options, result, changeLines(result));
  });
}

function asLine(text: string): number {
  if (!/^\d+$/.test(text)) {
    throw new InvalidArgumentError('A line is a number from 0 on.');
  }
  return Number(text);
}
