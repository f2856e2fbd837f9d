import { Fragment } from 'react';
import type { StorageView } from '#shared/contract/features/storages.ts';
import { memoryKey } from '#shared/storages/memory-storage.ts';
import { isStorageThere } from '#shared/storages/storage-file.ts';
import { nameOfWhom } from '#shared/wording/storages.ts';
import { call } from '../../api/connection.ts';
import styles from '../../entries/details.module.css';
import { Fact, Inspector, InTheFile } from '../../entries/inspector.tsx';
import { ItsWork } from '../../entries/its-work.tsx';
import { attempt } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { ask, askToRemove, focusKept, markKeptSeen, openStorage, useKept } from './kept-store.ts';
import { driverInWords, nameInWords, standingInWords, standingOf } from './kept-words.ts';
import { mayGo } from './use-kept-commands.ts';
import { WhatItSays } from './what-it-says.tsx';

type InspectorProps = Readonly<{ workspace: string; storage: StorageView | undefined; writable: boolean }>;

/** Facts about the storage under the cursor, and actions. */
export function KeptInspector({ workspace, storage, writable }: InspectorProps) {
  const sheetOpen = useKept((state) => state.sheetOpen);
  return (
    <Inspector
      label="What is kept"
      sheetOpen={sheetOpen && storage !== undefined}
      onCloseSheet={() => {
        useKept.setState({ sheetOpen: false });
        focusKept();
      }}
    >
      {storage === undefined ? (
        <p className={styles['unchosen']}>Select something to see what it says and who it’s for.</p>
      ) : (
        <article key={storage.file} className={styles['details']} aria-label="Details">
          <h2 className={styles['value']} dir="auto" tabIndex={-1} data-details-heading>
            <VisibleText text={nameInWords(storage)} />
          </h2>
          <StorageFacts storage={storage} />
          <div className="wrap-close">
            {isStorageThere(storage) && (
              <Button look="primary" onClick={() => openStorage(workspace, storage)}>
                {storage.key === memoryKey ? 'Open in Review' : 'Open'}
              </Button>
            )}
            {writable && <StorageChanges workspace={workspace} storage={storage} />}
          </div>
          {storage.key !== memoryKey && <WhatItSays workspace={workspace} storage={storage} />}
          <WorkOfStorage workspace={workspace} storage={storage} />
          <StorageFile storage={storage} />
        </article>
      )}
    </Inspector>
  );
}

/** Workflows of its agents, and of the same session. */
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
  const standing = standingOf(storage);
  const { name, about } = standingInWords(storage);
  return (
    <>
      <dl className={styles['facts']}>
        {trackedBy.map(({ agent, ...whom }) => (
          <Fragment key={`${agent} ${JSON.stringify(whom)}`}>
            <Fact name="Kept by">{agent}</Fact>
            {key !== memoryKey && <Fact name="For">{nameOfWhom(whom)}</Fact>}
          </Fragment>
        ))}
        {standing !== 'kept' && <Fact name="Condition">{name}</Fact>}
        {bytes >= 1000 && <Fact name="Size">{bytesInWords(bytes)}</Fact>}
        {changedAt !== null && <Fact name="Changed">{momentInWords(changedAt)}</Fact>}
      </dl>
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
        <p className="quiet">These agents share it: what one keeps, all of them read.</p>
      )}
    </>
  );
}

/** Path of the file, for those who look for it. */
export function StorageFile({ storage }: Readonly<{ storage: StorageView }>) {
  const { key, file, driver, conversation } = storage;
  const isFile = driver === 'file' && conversation === null && key !== memoryKey;
  return (
    <InTheFile>
      <Fact name="Kept in">{driverInWords(storage)}</Fact>
      {key !== null && (
        <Fact name="Key" look="mono">
          {key}
        </Fact>
      )}
      {isFile && <Fact name="File" look="mono">{`${file}.json`}</Fact>}
    </InTheFile>
  );
}

/** Actions on a storage. */
export function StorageChanges({ workspace, storage }: Readonly<{ workspace: string; storage: StorageView }>) {
  const { file, state, trackedBy } = storage;
  const setAside = async (): Promise<void> => {
    tellDone(workspace, await call('storages.setAside', { workspace, file }));
    await markKeptSeen(workspace, [file]);
  };
  const untrack = async (): Promise<void> =>
    tellDone(workspace, await call('storages.untrack', { workspace, files: [file] }));
  return (
    <>
      {trackedBy.length === 0 && state !== 'damaged' && (
        <Button onClick={() => ask({ kind: 'adoption', storage })}>Choose its owner…</Button>
      )}
      {state === 'damaged' && <Button onClick={() => attempt(setAside())}>Set aside</Button>}
      {!isStorageThere(storage) && <Button onClick={() => attempt(untrack())}>Take it off the list</Button>}
      {mayGo(storage) && (
        <>
          {state !== 'empty' && (
            <Button title="Empties it, so its agent starts afresh" onClick={() => askToRemove('clear', storage)}>
              Clear…
            </Button>
          )}
          <Button look="danger" title="Deletes it" onClick={() => askToRemove('remove', storage)}>
            Remove…
          </Button>
        </>
      )}
    </>
  );
}
