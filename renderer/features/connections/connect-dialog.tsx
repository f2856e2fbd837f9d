import type { Program } from '#shared/contract/features/connections.ts';
import { useAnswer, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { copyText } from '../../services/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './connections-page.module.css';

type ConnectDialogProps = Readonly<{
  workspace: string;
  program: Program;
  /** The connection to be mended; undefined for a new one. */
  name: string | undefined;
  onClose: () => void;
  onConnected: (afterwards: string) => void;
}>;

/** Shows what would be written, and where, before it is; or the setting to copy, where it can't be. */
export function ConnectDialog({ workspace, program, name, onClose, onConnected }: ConnectDialogProps) {
  const params = { workspace, program: program.id, ...(name === undefined ? {} : { name }) };
  const { answer, problem } = useAnswer('connections.preview', params);
  const { busy, problem: failed, attempt } = useAttempt();
  const connect = (): Promise<void> =>
    attempt(async () => onConnected((await call('connections.connect', params)).afterwards));
  const change = program.isFound ? (answer?.change ?? null) : null;
  return (
    <Dialog
      wide
      title={name === undefined ? `Connect ${program.label}` : `Mend the connection of ${program.label}`}
      description={
        change !== null
          ? 'These lines are written into its settings. Everything else there stays as it is, and you can undo it.'
          : 'Copy this into its settings.'
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {answer && (
            <Button onClick={() => copyText(answer.setting, 'The setting is copied')}>Copy the setting</Button>
          )}
          {answer?.command != null && (
            <Button onClick={() => copyText(answer.command ?? '', 'The command is copied')}>Copy a command</Button>
          )}
          {change !== null && (
            <Button look="primary" disabled={busy} onClick={() => void connect()}>
              {name === undefined ? 'Connect' : 'Mend'}
            </Button>
          )}
        </>
      }
    >
      {!answer && !problem && <Skeleton label="Reading the settings" />}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {failed && <FieldProblem>{failed.message}</FieldProblem>}
      {answer && (
        <div className="stack-2">
          <p className="code">
            <VisibleText text={answer.settings} />
          </p>
          {answer.problem !== null && program.isFound && (
            <FieldProblem>
              <VisibleText text={answer.problem} />
            </FieldProblem>
          )}
          {change !== null && change.before.trim() !== '' && (
            <pre className={styles['lines']} data-of="before">
              <VisibleText text={change.before.trimEnd()} />
            </pre>
          )}
          <pre className={styles['lines']} data-of="after">
            <VisibleText text={(change === null ? answer.setting : change.after).trimEnd()} />
          </pre>
          {answer.command !== null && (
            <p className="detail">
              Or in a terminal: <code className={styles['command']}>{answer.command}</code>
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}
