import { useRef } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { ListedProgram } from '#shared/contract/features/connections.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useAnswer, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { go as leadTo } from '../../api/navigation.ts';
import { copyText } from '../../services/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { connectingInWords, leadsToSample, outdented } from './connection-words.ts';
import styles from './connections-page.module.css';

type ConnectDialogProps = Readonly<{
  workspace: Workspace;
  program: ListedProgram;
  /** The connection to be mended; undefined for a new one. */
  name: string | undefined;
  onClose: () => void;
  onConnected: (afterwards: string) => void;
}>;

type Preview = Result<'connections.preview'>;

/** Says what connecting does, and on demand what is written for it and where; or the setting to copy, where it can't be written. */
export function ConnectDialog({ workspace, program, name, onClose, onConnected }: ConnectDialogProps) {
  const params = { workspace: workspace.id, program: program.id, ...(name === undefined ? {} : { name }) };
  const { answer, problem } = useAnswer('connections.preview', params);
  const { busy, problem: failed, attempt } = useAttempt();
  const go = useRef<HTMLButtonElement>(null);
  const connect = (): Promise<void> =>
    attempt(async () => onConnected((await call('connections.connect', params)).afterwards));
  // Until it is known, what the list says of the program holds.
  const canConnect = program.isFound && (answer ? answer.change !== null : program.problem === null);
  const isNew = name === undefined;
  const connecting = {
    label: program.label,
    memory: workspace,
    mended: program.connections.find((one) => one.name === name),
    isMoved: answer?.isMoved ?? null,
  };
  const isSample = leadsToSample(connecting);
  const does = connectingInWords(connecting);
  return (
    <Dialog
      wide={!canConnect}
      title={!canConnect ? `Set up ${program.label} by hand` : `${isNew ? 'Connect' : 'Mend'} ${program.label}`}
      description={!canConnect ? 'Copy this into its settings.' : does !== null && <VisibleText text={does} />}
      onClose={onClose}
      initialFocus={go}
      problem={failed ?? problem}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {canConnect ? (
            <>
              <Button
                ref={isSample ? undefined : go}
                look={isSample ? 'plain' : 'primary'}
                disabled={busy || problem !== null}
                onClick={() => void connect()}
              >
                {!isNew ? 'Mend' : isSample ? 'Connect the sample' : 'Connect'}
              </Button>
              {isSample && (
                <Button ref={go} look="primary" onClick={() => leadTo('home')}>
                  Open your own
                </Button>
              )}
            </>
          ) : (
            answer && <CopyButtons preview={answer} />
          )}
        </>
      }
    >
      {!answer && !problem && <Skeleton label="Reading the settings" />}
      {answer && canConnect && (
        <Disclosure summary={`What changes in its settings: ${linesOf(answer)}`}>
          <div className="stack-2 above-2">
            <Settings preview={answer} />
            <div className="wrap-close">
              <CopyButtons preview={answer} />
            </div>
          </div>
        </Disclosure>
      )}
      {answer && !canConnect && (
        <div className="stack-2">
          {answer.problem !== null && program.isFound && (
            <FieldProblem>
              <VisibleText text={answer.problem} />
            </FieldProblem>
          )}
          <Settings preview={answer} />
        </div>
      )}
    </Dialog>
  );
}

function Settings({ preview: { settings, change, setting, command } }: Readonly<{ preview: Preview }>) {
  return (
    <>
      <VisibleText as="p" className="code" text={settings} />
      {change !== null && change.before.trim() !== '' && (
        <>
          <p className="detail">Now</p>
          <VisibleText as="pre" className={styles['lines']} data-of="before" text={outdented(change.before)} />
          <p className="detail">Then</p>
        </>
      )}
      <VisibleText
        as="pre"
        className={styles['lines']}
        data-of="after"
        text={outdented(change === null ? setting : change.after)}
      />
      {change !== null && <p className="detail">Everything else there stays as it is.</p>}
      {command !== null && (
        <p className="detail">
          Or in a terminal: <code className="breaks">{command}</code>
        </p>
      )}
    </>
  );
}

function CopyButtons({ preview: { setting, command } }: Readonly<{ preview: Preview }>) {
  return (
    <>
      <Button onClick={() => copyText(setting, 'The setting is copied')}>Copy the setting</Button>
      {command !== null && <Button onClick={() => copyText(command, 'The command is copied')}>Copy a command</Button>}
    </>
  );
}

const linesOf = ({ change }: Preview): string =>
  counted(change?.after.trimEnd().split('\n').length ?? 0, 'line', 'lines');
