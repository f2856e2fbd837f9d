import { readStorageText } from '#shared/contract/reading/texts.ts';
import { jsonProblem } from '#shared/text/json-problem.ts';
import { call } from '../../../api/connection.ts';
import type { TextSource } from '../../../memory-text/edited-text.ts';
import { noteUnsaved } from '../kept-store.ts';

type Given = {
  readonly workspace: string;
  readonly file: string;
  /** Name of the storage in a sentence. */
  readonly title: string;
  /** Name of the storage in the history. */
  readonly name: string;
  readonly writable: boolean;
  /** Called with the version after a save. */
  readonly onSaved: (version: string) => void;
};

/** Describes how to read and save the text of a storage. */
export function storageText({ name, onSaved, ...given }: Given): TextSource {
  const { workspace, file } = given;
  const told = async <T extends { readonly version: string }>(saving: Promise<T>): Promise<T> => {
    const saved = await saving;
    onSaved(saved.version);
    return saved;
  };
  return {
    ...given,
    read: () => readStorageText(call, workspace, file),
    save: (version, edits) => told(call('storages.edit', { workspace, file, version, edits })),
    saveOver: (theirs, text) =>
      told(call('storages.write', { workspace, file, key: name, text, over: theirs?.version ?? null })),
    onDirty: (isDirty) => noteUnsaved(file, isDirty),
    check: (text) => [jsonProblem(text, 'It isn’t valid JSON.')].filter((problem) => problem !== null),
  };
}
