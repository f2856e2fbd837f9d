import { useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import { useAnswer, useAttempt } from '../../../api/answers.ts';
import { call } from '../../../api/connection.ts';
import { askToBackUp } from '../../../jumps.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldProblem, TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { bytesInWords, counted } from '../../../wording/counts.ts';

const word = 'remove';

export function RemoveDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const { answer: list, problem: unread } = useAnswer('removal.list', {});
  const [typed, setTyped] = useState('');
  const [removed, setRemoved] = useState<Result<'removal.carryOut'> | null>(null);
  const { busy, problem, attempt } = useAttempt();
  const backUpFirst = (): void => {
    onClose();
    askToBackUp();
  };
  const remove = (): Promise<void> => attempt(async () => setRemoved(await call('removal.carryOut', { word })));
  if (removed !== null) {
    return <Removed left={removed.left} />;
  }
  return (
    <FormDialog
      alert
      wide
      title="Remove everything?"
      description="Everything of Contexture’s own goes from this computer, and programs are disconnected. Your memories stay where they are. This can’t be undone."
      onClose={onClose}
      submit="Remove everything"
      onSubmit={remove}
      look="danger"
      busy={busy}
      isReady={list !== null && typed.trim().toLowerCase() === word}
      problem={problem ?? unread}
      aside={
        <Button onClick={backUpFirst} disabled={busy}>
          Back up first…
        </Button>
      }
    >
      {list === null && unread === null && <Skeleton label="Looking at what is there" />}
      {list !== null && <WhatGoes list={list} />}
      <TextField label="Type “remove” to confirm" value={typed} onType={setTyped} />
    </FormDialog>
  );
}

function WhatGoes({ list }: Readonly<{ list: Result<'removal.list'> }>) {
  const { areas, connections, memories, archivesInside, others } = list;
  return (
    <div className="stack-4">
      <div className="stack-1">
        <h3>What goes</h3>
        <ul aria-label="What goes" className="ruled tight">
          {areas.map(({ name, files, bytes }) => (
            <li key={name}>
              {name}{' '}
              <span className="detail">
                {counted(files, 'file', 'files')}, {bytesInWords(bytes)}
              </span>
            </li>
          ))}
          {connections.map(({ program, name, settings }) => (
            <li key={`${program} ${name}`}>
              The connection of {program} <VisibleText as="span" className="detail breaks" text={settings} />
            </li>
          ))}
        </ul>
        <VisibleText as="p" className="detail breaks" text={list.dataFolder} />
      </div>
      {archivesInside.length > 0 && (
        <FieldProblem>
          The archives of {counted(archivesInside.length, 'memory', 'memories')} are in there, too:{' '}
          {archivesInside.join(', ')}. Only a backup keeps them.
        </FieldProblem>
      )}
      <div className="stack-1">
        <h3>What stays</h3>
        <ul aria-label="What stays" className="ruled tight">
          {[...memories, ...others].map((path) => (
            <VisibleText key={path} as="li" className="code breaks" text={path} />
          ))}
        </ul>
      </div>
    </div>
  );
}

function Removed({ left }: Readonly<{ left: Result<'removal.carryOut'>['left'] }>) {
  return (
    <Dialog
      title="Everything was removed"
      description="Your memories are where they were. You can close this window and uninstall Contexture. To use it again, start it anew."
      onClose={() => undefined}
    >
      {left.map(({ path, why }) => (
        <FieldProblem key={path}>
          {path} is still there. {why}
        </FieldProblem>
      ))}
    </Dialog>
  );
}
