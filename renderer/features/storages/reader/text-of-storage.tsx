import type { ComponentProps } from 'react';
import { readStorageText } from '#shared/contract/reading/texts.ts';
import { jsonProblem } from '#shared/text/json-problem.ts';
import { call } from '../../../api/connection.ts';
import type { TextSource } from '../../../memory-text/edited-text.ts';
import { TextPane } from '../../../memory-text/text-pane.tsx';
import { noteUnsavedStorage } from '../storage-store.ts';

type StorageText = {
  readonly workspace: string;
  readonly file: string;
  /** Name of the storage in a sentence. */
  readonly title: string;
  /** Name of the storage in the history. */
  readonly name: string;
  readonly writable: boolean;
  readonly onSaved: (version: string) => void;
};

export function TextOfStorage({ now, ...given }: StorageText & Pick<ComponentProps<typeof TextPane>, 'now'>) {
  return (
    <TextPane
      source={sourceOf(given)}
      now={now}
      gone="An agent or another app removed it. What it said is in the history."
    />
  );
}

function sourceOf({ name, onSaved, ...given }: StorageText): TextSource {
  const { workspace, file } = given;
  const reported = async <T extends { readonly version: string }>(saving: Promise<T>): Promise<T> => {
    const saved = await saving;
    onSaved(saved.version);
    return saved;
  };
  return {
    ...given,
    read: () => readStorageText(call, workspace, file),
    save: (version, edits) => reported(call('storages.edit', { workspace, file, version, edits })),
    saveOver: (theirs, text) =>
      reported(call('storages.write', { workspace, file, key: name, text, over: theirs?.version ?? null })),
    onDirty: (isDirty) => noteUnsavedStorage(file, isDirty),
    check: (text) => [jsonProblem(text, 'It isn’t valid JSON.')].filter((problem) => problem !== null),
  };
}
