import { InvalidArgumentError } from 'commander';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import type { ChangeResult, EntryView, Operation } from '#shared/contract/features/memory.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { readWholeContext } from '#shared/contract/reading/whole-context.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { type Category, type Confidence, refOf } from '#shared/entries/entry.ts';
import { readKey } from '#shared/formats/context/entry-text.ts';
import { answer, changeLines } from './answer.ts';
import { readNamed } from './read-file.ts';
import type { Runtime } from './runtime.ts';
import { pickEntry } from './which-entry.ts';
import { withWorkspace } from './with-workspace.ts';
import { placeOf, type WorkspaceOptions } from './workspace-options.ts';

export type AddOptions = WorkspaceOptions & { readonly category: Category; readonly confidence?: Confidence };
export type ApplyOptions = WorkspaceOptions & { readonly assistant?: string };
export type EntryOptions = WorkspaceOptions & { readonly line?: number };
export type EditOptions = EntryOptions & {
  readonly key?: string;
  readonly confidence?: Confidence;
  readonly category?: Category;
  readonly pin?: boolean;
};
export type RestoreOptions = WorkspaceOptions & {
  readonly file?: string;
  readonly category?: Category;
  readonly twin?: 'replace' | 'keep_both';
  readonly makeRoom: boolean;
  readonly allowOver: boolean;
};

/** Adds something as the person, under its name where it has one. */
export function add(text: string, options: AddOptions, runtime: Runtime): Promise<void> {
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

/** Applies an assistant’s updates from a file. @throws `invalid_request` for what is no list of them */
export async function apply(file: string, options: ApplyOptions, runtime: Runtime): Promise<void> {
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
      'The updates are not JSON: a list of {"category", "key", "value", "confidence", "source"?}, or {"updates": […]}.',
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

/** Corrects an entry in whatever the options say. */
export function edit(which: string, text: string | undefined, options: EditOptions, runtime: Runtime): Promise<void> {
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

/** Does something to the one entry a person means. @throws `entry_unclear` */
export function changeEntry(
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

/** Brings back an archived entry, or all of an archive. @throws `entry_unclear` */
export function restore(which: string | undefined, options: RestoreOptions, runtime: Runtime): Promise<void> {
  if (which === undefined && options.file === undefined) {
    throw new InvalidArgumentError('Name what to restore, or with --file all of an archive.');
  }
  const { file, category, twin: onDuplicate, makeRoom, allowOver } = options;
  return changed(options, runtime, async (client, { id }) => {
    const archived = await archivedIn(client, id, file);
    const chosen = which === undefined ? archived : [pickEntry(archived, which, { narrower: '--file' })];
    const items = chosen.map((entry) => ({
      entry: { file: entry.file, raw: entry.raw, ordinal: entry.ordinal },
      ...(category === undefined ? {} : { category }),
      ...(onDuplicate === undefined ? {} : { onDuplicate }),
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
