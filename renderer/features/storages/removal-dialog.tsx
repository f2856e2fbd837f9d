import { useRef, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { StorageRemoval, StorageScope } from '#shared/contract/features/storages.ts';
import { whomInWords } from '#shared/wording/storages.ts';
import { useAnswer, useAttempt, useTurns } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { tellDone, undoRedo } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted, countInWords, entriesInWords } from '../../wording/counts.ts';
import { backToStorages, markStoragesSeen, useStorages } from './storage-store.ts';
import { agentsInWords, nameInWords } from './storage-words.ts';

type Act = 'clear' | 'remove';
type Done = Result<'storages.removeAll'>;
type RemovalDialogProps = Readonly<{ workspace: string; act: Act; scope: StorageScope; onClose: () => void }>;

const word = 'remove';

/** Exactly what goes and what stays, before storages are cleared or removed; and after many were, what became of them. */
export function RemovalDialog({ workspace, act, scope, onClose }: RemovalDialogProps) {
  const [turn] = useTurns(workspace, ['storages.changed']);
  const [done, setDone] = useState<Done | null>(null);
  const params = done === null ? { workspace, act, scope } : null;
  const { answer: removal, problem: unread } = useAnswer('storages.preview', params, turn);
  const { busy, problem, attempt } = useAttempt();
  const [typed, setTyped] = useState('');
  const stay = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isMany = scope.of !== 'some';
  const mayGo = removal !== null && isAnything(removal) && (!isMany || typed.trim().toLowerCase() === word);

  const carryOut = async (): Promise<void> => {
    if (scope.of === 'some') {
      const { files } = scope;
      tellDone(workspace, await call(act === 'clear' ? 'storages.clear' : 'storages.remove', { workspace, files }));
      await markStoragesSeen(workspace, files);
      onClose();
      if (act === 'remove' && useStorages.getState().reading !== null) {
        backToStorages();
      }
    } else {
      const result = await call('storages.removeAll', { workspace, scope });
      tellDone(workspace, result);
      await markStoragesSeen(workspace);
      setDone(result);
    }
  };
  if (done !== null) {
    return <RemovalReport done={done} scope={scope} onClose={onClose} />;
  }
  const verb = act === 'clear' ? 'Clear' : 'Remove';
  return (
    <FormDialog
      alert
      wide
      title={titleOf(act, scope, removal)}
      description={
        act === 'clear'
          ? 'It is emptied, so its agent starts afresh. You can undo this.'
          : 'You can undo this. An agent that is running may save new things.'
      }
      onClose={onClose}
      initialFocus={isMany ? field : stay}
      cancelRef={stay}
      submit={verb}
      onSubmit={() => attempt(carryOut)}
      look="danger"
      isReady={mayGo}
      busy={busy}
      problem={problem ?? (removal === null ? unread : null)}
    >
      {removal === null ? (
        unread === null && <Skeleton label="Looking at what it would remove" />
      ) : (
        <>
          <RemovedStorages removal={removal} scope={scope} heading={act === 'clear' ? 'Emptied' : 'Removed'} />
          <StayingStorages removal={removal} isMany={isMany} />
        </>
      )}
      {isMany && <TextField label="Type “remove” to confirm" ref={field} value={typed} onType={setTyped} />}
    </FormDialog>
  );
}

const isAnything = ({ counts, setAside }: StorageRemoval): boolean =>
  counts.storages + counts.gone + setAside.length > 0;

function titleOf(act: Act, scope: StorageScope, removal: StorageRemoval | null): string {
  if (scope.of === 'all') {
    return 'Remove all agent data?';
  }
  if (scope.of === 'agent') {
    return `Remove what ${scope.agent} stores${scope.whom === null ? '' : ` ${whomInWords(scope.whom)}`}?`;
  }
  const [only] = removal?.goes ?? [];
  return `${act === 'clear' ? 'Clear' : 'Remove'} ${only === undefined ? 'it' : `“${nameInWords(only)}”`}?`;
}

/** Maximum listed by name; more are counted. */
const maxNamed = 100;

type RemovedStoragesProps = Readonly<{ removal: StorageRemoval; scope: StorageScope; heading: string }>;

function RemovedStorages({ removal: { goes, counts, setAside }, scope, heading }: RemovedStoragesProps) {
  const { storages } = counts;
  return (
    <section className="stack-1" aria-label={heading}>
      <h3 className="title">
        {heading} <span className="count">{counted(storages, 'thing', 'things')}</span>
      </h3>
      <ul className="ruled tight bounded">
        {goes.slice(0, maxNamed).map((one) => (
          <li key={one.file} className="words">
            <span className="main-part" dir="auto">
              <VisibleText text={nameInWords(one)} />
              <span className="detail">
                {' '}
                <VisibleText text={whoseInWords(one, scope)} />
              </span>
            </span>
            {one.sharedWith.length > 0 && (
              <VisibleText
                as="span"
                className="own-line detail warns"
                text={`Shared with ${one.sharedWith.join(', ')}, which loses it too.`}
              />
            )}
          </li>
        ))}
      </ul>
      {storages > maxNamed && <p className="quiet">and {countInWords(storages - maxNamed)} more</p>}
      {setAside.length > 0 && (
        <p className="quiet">{counted(setAside.length, 'damaged file', 'damaged files')}, set aside earlier.</p>
      )}
    </section>
  );
}

type RemovedStorage = StorageRemoval['goes'][number];

/** Owner of a storage, unless the title names it. */
function whoseInWords({ trackedBy }: RemovedStorage, scope: StorageScope): string {
  if (scope.of === 'agent') {
    const own = trackedBy.find(({ agent }) => agent === scope.agent);
    return own === undefined || scope.whom !== null ? '' : whomInWords(own);
  }
  const [first] = trackedBy;
  return first === undefined ? 'owner unknown' : `of ${agentsInWords({ trackedBy })} ${whomInWords(first)}`;
}

type StayingStoragesProps = Readonly<{ removal: StorageRemoval; isMany: boolean }>;

function StayingStorages({ removal: { counts, stays }, isMany }: StayingStoragesProps) {
  const { tracked } = counts;
  if (tracked === 0 && stays.storages === 0 && !(isMany && stays.memory)) {
    return null;
  }
  return (
    <section className="stack-1" aria-label="Stays">
      <h3 className="title">Stays</h3>
      <ul className="ruled tight breaks">
        {tracked > 0 && (
          <li>
            {tracked === 1
              ? 'That its agent may save something there again.'
              : `That agents may save something there again, in ${countInWords(tracked)} places.`}
          </li>
        )}
        {isMany && stays.memory && <li>The memory, with {entriesInWords(stays.memory.entries)}: edit it in Review.</li>}
        {stays.storages > 0 && <li>{counted(stays.storages, 'other thing', 'other things')} that agents store.</li>}
      </ul>
    </section>
  );
}

type RemovalReportProps = Readonly<{ done: Done; scope: StorageScope; onClose: () => void }>;

function RemovalReport({ done: { removal, change }, scope, onClose }: RemovalReportProps) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      wide
      title={`${counted(removal.counts.storages, 'thing', 'things')} removed`}
      description="You can undo this."
      onClose={onClose}
      initialFocus={close}
      actions={
        <>
          {change && (
            <Button
              onClick={() => {
                onClose();
                void undoRedo({ id: change.id, how: 'undo' });
              }}
            >
              Undo
            </Button>
          )}
          <Button ref={close} look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="stack-4" role="status">
        <RemovedStorages removal={removal} scope={scope} heading="Removed" />
        <StayingStorages removal={removal} isMany />
      </div>
    </Dialog>
  );
}
