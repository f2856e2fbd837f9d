import type { StorageView } from '#shared/contract/features/storages.ts';
import { readStorageText } from '#shared/contract/reading/texts.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { useAsked, useTurns } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import details from '../../entries/details.module.css';
import { Fact } from '../../entries/inspector.tsx';
import { layOutTree } from '../../ui/value-tree/tree-rows.ts';

/** Most parts of a value shown beside the tree, which has them all. */
const maxParts = 12;
const asFolded = { turned: new Set<string>(), words: [], levels: 0, hidesWhole: true, most: maxParts };

/** Content of an object or a list, each with name and value. */
export function Parts({ value }: Readonly<{ value: unknown }>) {
  return (
    <dl className={details['facts']}>
      {layOutTree(value, asFolded).map((row) => (
        <Fact key={row.key} name={row.name ?? ''}>
          {row.value}
        </Fact>
      ))}
    </dl>
  );
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
      <Parts value={value} />
    </section>
  );
}
