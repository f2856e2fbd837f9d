import type { StorageView } from '#shared/contract/features/storages.ts';
import { readStorageText } from '#shared/contract/reading/texts.ts';
import { memoryKey } from '#shared/storages/memory-storage.ts';
import { isStorageThere } from '#shared/storages/storage-file.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { nameOfWhom } from '#shared/wording/storages.ts';
import { useAsked, useTurns } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { ItsWork } from '../../entries/its-work.tsx';
import { ListInspector } from '../../list/list-inspector.tsx';
import { attempt } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';
import { type ActionRecords, Actions, Details, FactList, InTheFile } from '../../ui/details.tsx';
import { layOutTree } from '../../ui/value-tree/tree-rows.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import {
  askAboutStorage,
  askToRemove,
  markStoragesSeen,
  mayBeRemoved,
  openStorage,
  useStorages,
} from './storage-store.ts';
import { conditionOf, driverInWords, nameInWords, standingInWords } from './storage-words.ts';

type InspectorProps = Readonly<{ workspace: string; storage: StorageView | undefined; writable: boolean }>;

export function StorageInspector({ workspace, storage, writable }: InspectorProps) {
  return (
    <ListInspector
      label="Stored data"
      store={useStorages}
      none="Select something to see what it says and who it’s for."
    >
      {storage === undefined ? null : (
        <Details key={storage.file} title={nameInWords(storage)}>
          <StorageFacts storage={storage} />
          <div className="wrap-close">
            <Actions
              actions={[
                isStorageThere(storage) && {
                  label: storage.key === memoryKey ? 'Open in Review' : 'Open',
                  look: 'primary',
                  onClick: () => openStorage(workspace, storage),
                },
                ...(writable ? storageActions(workspace, storage) : []),
              ]}
            />
          </div>
          {storage.key !== memoryKey && <WhatItSays workspace={workspace} storage={storage} />}
          <WorkOfStorage workspace={workspace} storage={storage} />
          <StorageFile storage={storage} />
        </Details>
      )}
    </ListInspector>
  );
}

export function WorkOfStorage({ workspace, storage }: Readonly<{ workspace: string; storage: StorageView }>) {
  const { trackedBy, conversation } = storage;
  const chats = trackedBy.flatMap(({ chat }) => (chat === null ? [] : [chat]));
  const agents = [...new Set(trackedBy.map(({ agent }) => agent))];
  return (
    <ItsWork
      workspace={workspace}
      sessions={[...chats, ...(conversation === null ? [] : [conversation])]}
      agents={storage.key === memoryKey ? [] : agents}
    />
  );
}

export function StorageFacts({ storage }: Readonly<{ storage: StorageView }>) {
  const { key, trackedBy, bytes, changedAt, problem } = storage;
  const standing = conditionOf(storage);
  const { name, about } = standingInWords(storage);
  return (
    <>
      <FactList
        facts={[
          ...trackedBy.flatMap(({ agent, ...whom }) => {
            const id = `${agent} ${JSON.stringify(whom)}`;
            return [
              { label: 'Stored by', id, value: agent },
              { label: 'For', id, value: key !== memoryKey && nameOfWhom(whom) },
            ];
          }),
          { label: 'Condition', value: standing !== 'kept' && name },
          { label: 'Size', value: bytes >= 1000 && bytesInWords(bytes) },
          { label: 'Changed', value: changedAt !== null && momentInWords(changedAt) },
        ]}
      />
      {problem !== null && (
        <p>
          <VisibleText text={problem} /> {about}
        </p>
      )}
      {key === memoryKey ? (
        <p className="quiet">Your agents read this from the memory. Correct it in Review.</p>
      ) : (
        standing !== 'kept' && problem === null && <p className="quiet">{about}</p>
      )}
      {trackedBy.length > 1 && key !== memoryKey && (
        <p className="quiet">These agents share it: what one stores, all of them read.</p>
      )}
    </>
  );
}

export function StorageFile({ storage }: Readonly<{ storage: StorageView }>) {
  const { key, file, driver, conversation } = storage;
  const isFile = driver === 'file' && conversation === null && key !== memoryKey;
  return (
    <InTheFile
      facts={[
        { label: 'Stored in', value: driverInWords(storage) },
        { label: 'Key', mono: true, value: key },
        { label: 'File', mono: true, value: isFile && `${file}.json` },
      ]}
    />
  );
}

export function storageActions(workspace: string, storage: StorageView): ActionRecords {
  const { file, state, trackedBy } = storage;
  const setAside = async (): Promise<void> => {
    tellDone(workspace, await call('storages.setAside', { workspace, file }));
    await markStoragesSeen(workspace, [file]);
  };
  const untrack = async (): Promise<void> =>
    tellDone(workspace, await call('storages.untrack', { workspace, files: [file] }));
  return [
    trackedBy.length === 0 &&
      state !== 'damaged' && {
        label: 'Choose its owner…',
        onClick: () => askAboutStorage({ kind: 'adoption', storage }),
      },
    state === 'damaged' && { label: 'Set aside', onClick: () => attempt(setAside()) },
    !isStorageThere(storage) && { label: 'Take it off the list', onClick: () => attempt(untrack()) },
    mayBeRemoved(storage) &&
      state !== 'empty' && {
        label: 'Clear…',
        title: 'Empties it, so its agent starts afresh',
        onClick: () => askToRemove('clear', storage),
      },
    mayBeRemoved(storage) && {
      label: 'Remove…',
      look: 'danger',
      title: 'Deletes it',
      onClick: () => askToRemove('remove', storage),
    },
  ];
}

/** Most parts of a value shown beside the tree, which has them all. */
const maxParts = 12;
const asFolded = { turned: new Set<string>(), words: [], levels: 0, hidesWhole: true, most: maxParts };

export function ValueParts({ value }: Readonly<{ value: unknown }>) {
  const rows = layOutTree(value, asFolded);
  return <FactList facts={rows.map(({ key, name, value }) => ({ label: name ?? '', id: key, value }))} />;
}

/** Larger storages are read when opened. */
const maxBytes = 256 * 1024;

/** Beginning of a storage's content, to show what it is before opening or removing it. */
function WhatItSays({ workspace, storage }: Readonly<{ workspace: string; storage: StorageView }>) {
  const { file, state, bytes } = storage;
  const [turn] = useTurns(workspace, ['storages.changed']);
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
