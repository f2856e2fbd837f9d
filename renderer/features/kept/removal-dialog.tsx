import { useId, useRef, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { StorageRemoval, StorageScope } from '#shared/contract/features/storages.ts';
import { useAsked, useAttempt, useTurns } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { tellDone } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldProblem, TextInput } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords, counted, countInWords, entriesInWords } from '../../wording/counts.ts';
import { backToKept, markKeptSeen, useKept } from './kept-store.ts';
import { agentsInWords, kindInWords, whomInWords } from './kept-words.ts';
import styles from './removal-dialog.module.css';

type Act = 'clear' | 'remove';
type RemovalDialogProps = Readonly<{ workspace: string; act: Act; scope: StorageScope; onClose: () => void }>;

const changed = ['storages.changed'] as const;
const word = 'remove';

/** Exactly what goes and what stays, before storages are cleared or removed; and after many were, what became of them. */
export function RemovalDialog({ workspace, act, scope, onClose }: RemovalDialogProps) {
  const [turn] = useTurns(workspace, changed);
  const [done, setDone] = useState<Result<'storages.removeAll'> | null>(null);
  const { answer: removal, problem: unread } = useAsked(
    done === null ? JSON.stringify([workspace, act, scope, turn]) : null,
    () => call('storages.preview', { workspace, act, scope }),
  );
  const { busy, problem, attempt } = useAttempt();
  const [typed, setTyped] = useState('');
  const stay = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const form = useId();
  const isMany = scope.of !== 'some';
  const mayGo = removal !== null && isAnything(removal) && !busy && (!isMany || typed.trim().toLowerCase() === word);

  const carryOut = async (): Promise<void> => {
    if (scope.of === 'some') {
      const { files } = scope;
      tellDone(workspace, await call(act === 'clear' ? 'storages.clear' : 'storages.remove', { workspace, files }));
      await markKeptSeen(workspace, files);
      onClose();
      if (act === 'remove' && useKept.getState().reading !== null) {
        backToKept();
      }
    } else {
      const result = await call('storages.removeAll', { workspace, scope });
      tellDone(workspace, result);
      await markKeptSeen(workspace);
      setDone(result);
    }
  };
  if (done !== null) {
    return <Report removal={done.removal} onClose={onClose} />;
  }
  const verb = act === 'clear' ? 'Clear' : 'Remove';
  return (
    <Dialog
      alert
      wide
      title={titleOf(act, scope, removal)}
      description={
        act === 'clear'
          ? 'It stays where it is and says nothing, so that its agent begins anew. The history keeps what it said, and you can undo this.'
          : 'The history keeps what goes, and you can undo this. Agents that run may keep something anew.'
      }
      onClose={onClose}
      initialFocus={isMany ? field : stay}
      actions={
        <>
          <Button ref={stay} onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button look="danger" type="submit" form={form} disabled={!mayGo}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (mayGo) {
            void attempt(carryOut);
          }
        }}
      >
        {unread !== null && removal === null ? (
          <FieldProblem>{unread.message}</FieldProblem>
        ) : removal === null ? (
          <Skeleton label="Looking at what goes" />
        ) : (
          <>
            <Goes removal={removal} heading={act === 'clear' ? 'What is emptied' : 'What goes'} />
            <Stays removal={removal} isMany={isMany} />
          </>
        )}
        {isMany && (
          <Field label="Type “remove” to confirm">
            {(ids) => (
              <TextInput {...ids} ref={field} value={typed} onChange={(event) => setTyped(event.target.value)} />
            )}
          </Field>
        )}
        {problem && <FieldProblem>{problem.message}</FieldProblem>}
      </form>
    </Dialog>
  );
}

const isAnything = ({ counts, setAside }: StorageRemoval): boolean =>
  counts.storages + counts.gone + setAside.length > 0;

function titleOf(act: Act, scope: StorageScope, removal: StorageRemoval | null): string {
  if (scope.of === 'all') {
    return 'Remove everything all agents keep?';
  }
  if (scope.of === 'agent') {
    return `Remove everything ${scope.agent} keeps${scope.whom === null ? '' : ` ${whomInWords(scope.whom)}`}?`;
  }
  const [only] = removal?.goes ?? [];
  return `${act === 'clear' ? 'Clear' : 'Remove'} ${only === undefined ? 'it' : `“${kindInWords(only)}”`}?`;
}

/** So many are named; the others are counted. */
const maxNamed = 100;

function Goes({
  removal: { goes, counts, setAside },
  heading,
}: Readonly<{ removal: StorageRemoval; heading: string }>) {
  const { storages, bytes, gone } = counts;
  return (
    <section className="stack-1" aria-label={heading}>
      <h3>
        {heading}{' '}
        <span className="count">{`${counted(storages, 'storage', 'storages')} · ${bytesInWords(bytes)}`}</span>
      </h3>
      <ul className={styles['list']}>
        {goes.slice(0, maxNamed).map((one) => (
          <li key={one.file} className={styles['one']}>
            <span className={styles['what']} dir="auto">
              <VisibleText text={kindInWords(one)} />
              <span className="detail">
                {' '}
                <VisibleText text={whoseInWords(one)} />
              </span>
            </span>
            <span className={styles['key']} dir="auto">
              <VisibleText text={one.key ?? one.file} />
            </span>
            <span className="count">{bytesInWords(one.bytes)}</span>
            {one.sharedWith.length > 0 && (
              <span className={styles['shared']}>
                <VisibleText text={`Shared with ${one.sharedWith.join(', ')}, which loses it too.`} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {storages > maxNamed && <p className="quiet">and {countInWords(storages - maxNamed)} more</p>}
      {gone > 0 && <p className="quiet">{counted(gone, 'key', 'keys')} under which nothing is there.</p>}
      {setAside.length > 0 && (
        <p className="quiet">{counted(setAside.length, 'file', 'files')} set aside as damaged.</p>
      )}
    </section>
  );
}

type Going = StorageRemoval['goes'][number];

function whoseInWords({ trackedBy }: Going): string {
  const [first] = trackedBy;
  return first === undefined ? 'not tracked' : `of ${agentsInWords({ trackedBy })} ${whomInWords(first)}`;
}

function Stays({ removal: { counts, stays }, isMany }: Readonly<{ removal: StorageRemoval; isMany: boolean }>) {
  const { tracked } = counts;
  return (
    <section className="stack-1" aria-label="What stays">
      <h3>What stays</h3>
      <ul className={styles['stays']}>
        {tracked > 0 && (
          <li>
            {tracked === 1
              ? 'Its name stays in the list, with nothing in it, for what its agent keeps there next.'
              : `${countInWords(tracked)} names stay in the list, with nothing in them, for what agents keep there next.`}
          </li>
        )}
        {isMany && stays.memory && (
          <li>
            The memory, with {entriesInWords(stays.memory.entries)}:{' '}
            <span className="code">
              <VisibleText text={stays.memory.file} />
            </span>
            . What it says is corrected and deleted in Review.
          </li>
        )}
        <li>
          {stays.storages === 0
            ? 'No other storage is kept here.'
            : `${counted(stays.storages, 'other storage', 'other storages')}.`}
        </li>
      </ul>
    </section>
  );
}

/** What became of all that was to go. */
function Report({ removal, onClose }: Readonly<{ removal: StorageRemoval; onClose: () => void }>) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      wide
      title="Removed"
      description="The history keeps what went, and you can undo this."
      onClose={onClose}
      initialFocus={close}
      actions={
        <Button ref={close} look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className={styles['form']} role="status">
        <Goes removal={removal} heading="What went" />
        <Stays removal={removal} isMany />
      </div>
    </Dialog>
  );
}
