import type { StorageView } from '#shared/contract/features/storages.ts';
import { readStorageText } from '#shared/contract/reading/texts.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { useAsked, useTurns } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { FactList } from '../../ui/details.tsx';
import { layOutTree } from '../../ui/value-tree/tree-rows.ts';

/** Most parts of a value shown beside the tree, which has them all. */
const maxParts = 12;
const asFolded = { turned: new Set<string>(), words: [], levels: 0, hidesWhole: true, most: maxParts };

export function ValueParts({ value }: Readonly<{ value: unknown }>) {
  const rows = layOutTree(value, asFolded);
  return <FactList facts={rows.map(({ key, name, value }) => ({ label: name ?? '', id: key, value }))} />;
}

/** Larger storages are read when opened. */
const maxBytes = 256 * 1024;
const changed = ['storages.changed'] as const;

/** Beginning of a storage's content, to show what it is before opening or removing it. */
export function WhatItSays({ workspace, storage }: Readonly<{ workspace: string; storage: StorageView }>) {
  const { file, state, bytes } = storage;
  const [turn] = useTurns(workspace, changed);
  const isRead = state === 'kept' && bytes <= maxBytes;
  // Someone going through the list by keys is past most of them before that.
  const { answer } = useAsked(
    isRead ? JSON.stringify([workspace, file, turn]) : null,
    () => readStorageText(call, workspace, file),
    150,
  );
  const value = answer?.text == null ? undefined : parseJson(answer.text);
  return value === undefined ? null : (
    <section className="stack-1" aria-label="What it says">
      <h3 className="title">What it says</h3>
      <ValueParts value={value} />
    </section>
  );
}
