import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Operation } from '#shared/contract/changes.ts';
import { categories, confidences, refOf } from '#shared/entries/entry.ts';
import type { Opened } from '../open-workspace.ts';
import type { Random } from './random.ts';

/** Texts that operations may write, in addition to existing ones. */
export type Vocabulary = { readonly values: readonly string[]; readonly keys: readonly string[] };

/** Lets another program add a line to a file without asking, and remove up to two. */
export function writeAsAnother(path: string, random: Random, vocabulary: Vocabulary): void {
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = random.below(lines.length + 1);
  lines.splice(at, random.below(3), `- ${random.pick(vocabulary.keys)}: theirs ${random.below(1e6)}`);
  if (random.below(2) === 0) {
    writeFileSync(path, lines.join('\n'));
  } else {
    writeFileSync(`${path}.theirs`, lines.join('\n'));
    renameSync(`${path}.theirs`, path);
  }
}

/** Makes one change as a person or an assistant. */
export async function operateAtRandom(opened: Opened, random: Random, vocabulary: Vocabulary): Promise<unknown> {
  const { call, workspace } = opened;
  const update = () => randomUpdate(random, vocabulary);
  const choices: readonly (() => Promise<unknown>)[] = [
    () => change(opened, random, vocabulary),
    () => change(opened, random, vocabulary),
    () => call('context.apply', { workspace, updates: [update(), update()] }),
    () => call('context.apply', { workspace, updates: [update()] }),
    () => call('context.undo', { workspace, onDuplicate: 'keep_both' }),
    () => call('context.redo', { workspace, onDuplicate: 'keep_both' }),
    () => saveText(opened, random, vocabulary),
    () => fromArchive(opened, random),
    () => restoreVersion(opened, random),
    () => call('context.archiveOverflow', { workspace }),
  ];
  return random.pick(choices)();
}

function randomUpdate(random: Random, vocabulary: Vocabulary) {
  return {
    category: random.pick(categories),
    key: random.pick(vocabulary.keys),
    value: random.pick(vocabulary.values),
    confidence: random.pick(confidences),
    source: 'post_query',
  };
}

async function change(opened: Opened, random: Random, vocabulary: Vocabulary): Promise<unknown> {
  const entries = await opened.entries();
  const value = random.pick(vocabulary.values);
  const category = random.pick(categories);
  const add: Operation = { op: 'add', category, key: random.pick(vocabulary.keys), value };
  const entry = entries.length === 0 ? null : refOf(random.pick(entries));
  const operations: readonly Operation[] =
    entry === null
      ? [add]
      : [
          add,
          { op: 'edit', entry, value },
          { op: 'edit', entry, value },
          { op: 'confidence', entry, confidence: random.pick(confidences) },
          { op: 'move', entry, category },
          { op: 'pin', entry, pinned: random.below(2) === 0 },
          { op: 'protect', entry, until: random.below(2) === 0 ? '2031-05-06' : null },
          { op: 'about', entry, about: random.below(2) === 0 ? { kind: 'person', name: 'Sarah' } : null },
          { op: 'archive', entry },
          { op: 'archive', entry },
          { op: 'delete', entry },
        ];
  return opened.call('context.change', { workspace: opened.workspace, operations: [random.pick(operations)] });
}

async function saveText({ call, workspace }: Opened, random: Random, vocabulary: Vocabulary): Promise<unknown> {
  const { text, version } = await call('text.read', { workspace });
  const from = random.below(text.length + 1);
  const to = Math.min(text.length, from + random.below(20));
  const insert = `${random.pick(vocabulary.values)}\n- ${random.pick(vocabulary.values)}\n`;
  return call('text.save', { workspace, version, edits: [{ from, to, insert }] });
}

async function fromArchive({ call, workspace }: Opened, random: Random): Promise<unknown> {
  const { entries } = await call('archive.entries', { workspace, limit: 1000 });
  if (entries.length === 0) {
    return null;
  }
  const { file, raw, ordinal } = random.pick(entries);
  const entry = { file, raw, ordinal };
  return random.below(3) === 0
    ? call('archive.delete', { workspace, entries: [entry] })
    : call('archive.restore', { workspace, items: [{ entry, onDuplicate: 'keep_both' }], makeRoom: true });
}

async function restoreVersion({ call, workspace }: Opened, random: Random): Promise<unknown> {
  const { lines } = await call('history.list', { workspace });
  const versions = lines.filter(({ type }) => type === 'version');
  return versions.length === 0
    ? null
    : call('history.restore', { workspace, position: random.pick(versions).position });
}
