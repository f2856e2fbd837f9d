import type { Operation } from '#shared/contract/changes.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import { categories, refOf } from '#shared/entries/entry.ts';
import type { Opened } from '../open-workspace.ts';
import type { Random } from './random.ts';

/** Values for one step, by place. */
export type StepValues = {
  readonly value: string;
  readonly key: string;
  readonly title: string;
  readonly named: boolean;
};

type AppliedChange = { readonly change: { readonly id: string } | null } | null;

/**
 * Makes one change to a memory of any format as a person or an assistant.
 * @returns its change; null if it was refused
 */
export async function stepAtRandom(opened: Opened, random: Random, said: StepValues): Promise<string | null> {
  const { call, workspace } = opened;
  const choices: readonly (() => Promise<AppliedChange>)[] = [
    () => changeAtRandom(opened, random, said),
    () => changeAtRandom(opened, random, said),
    () => changeAtRandom(opened, random, said),
    () => fromArchive(opened, random, said.named),
    () => changeTopic(opened, random, said),
    () => call('context.archiveOverflow', { workspace }),
    async () => {
      const updates = [{ category: 'fact', key: said.key, value: said.value, confidence: 'certain', source: 'x' }];
      return call('context.apply', { workspace, updates, assistant: 'x' });
    },
  ];
  try {
    return (await random.pick(choices)())?.change?.id ?? null;
  } catch (error) {
    if (toContextureError(error).code === 'internal') {
      throw error;
    }
    return null;
  }
}

async function changeAtRandom({ call, workspace, entries, summary }: Opened, random: Random, said: StepValues) {
  const { value, key, title, named } = said;
  const all = await entries();
  const { capabilities } = await summary();
  const category = capabilities.sections ? random.pick(categories) : null;
  const section = all.length === 0 || named ? title : random.pick(all).section;
  const place = capabilities.headings ? { category, section } : { category };
  const add: Operation = { op: 'add', key: named ? key : null, value, ...place };
  const entry = all.length === 0 ? null : refOf(random.pick(all));
  const operations: readonly Operation[] =
    entry === null
      ? [add]
      : [
          add,
          add,
          { op: 'edit', entry, value },
          { op: 'edit', entry, value },
          { op: 'edit', entry, key: named ? key : null },
          { op: 'move', entry, ...place },
          { op: 'raise', entry, to: named ? 'top' : 'heading' },
          { op: 'pin', entry, pinned: named },
          { op: 'confirm', entry, confirmed: named },
          { op: 'archive', entry },
          { op: 'delete', entry },
        ];
  return call('context.change', { workspace, operations: [random.pick(operations)] });
}

async function fromArchive({ call, workspace }: Opened, random: Random, named: boolean): Promise<AppliedChange> {
  const { entries } = await call('archive.entries', { workspace });
  if (entries.length === 0) {
    return null;
  }
  const { file, raw, ordinal } = random.pick(entries);
  const item = { entry: { file, raw, ordinal }, onDuplicate: named ? ('replace' as const) : ('keep_both' as const) };
  return call('archive.restore', { workspace, items: [item], makeRoom: false, allowOver: true });
}

/** Changes one of the files beside the memory, if any. */
async function changeTopic(
  { call, workspace, summary }: Opened,
  random: Random,
  said: StepValues,
): Promise<AppliedChange> {
  const topics = (await summary()).capabilities.severalFiles ? (await call('topics.list', { workspace })).topics : [];
  if (topics.length === 0) {
    return null;
  }
  const { file, version } = random.pick(topics);
  const what = random.pick([
    { body: said.value },
    { description: said.value },
    { type: said.named ? 'user' : 'project' },
  ]);
  return version === null ? null : call('topics.change', { workspace, file, version, ...what });
}
