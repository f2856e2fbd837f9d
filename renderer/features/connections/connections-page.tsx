import { useEffect, useRef, useState } from 'react';
import type { Connection, Program } from '#shared/contract/features/connections.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useAnswer, useAttempt, useTurns } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { attempt, notices, say, sayDone } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { groupsOf, memoryInWords, stateInWords } from './connection-words.ts';
import styles from './connections-page.module.css';

/** Whoever learned something has read the memory, and the list says when. */
const news = ['context.changed'] as const;
/** What a program's own settings say has no event; a look now and then keeps the list true. */
const lookEvery = 15_000;

/** The assistants' programs on this computer: connecting them, trying whether they start, and who read last. */
export function ConnectionsPage({ workspace }: Readonly<{ workspace: Workspace }>) {
  const [turn, again] = useTurns(workspace.id, news);
  const { answer, problem } = useAnswer('connections.list', { workspace: workspace.id }, turn);
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    const timer = setInterval(again, lookEvery);
    window.addEventListener('focus', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', again);
    };
  }, [again]);

  const said = useRef<string | null>(null);
  /** Only what was done last can be undone, so its notice takes the place of the one before. */
  const sayUndoable = (title: string, program: Program, description?: string): void => {
    if (said.current !== null) {
      notices.close(said.current);
    }
    said.current = sayDone(title, { verb: 'Undo', run: () => undo(program) }, description);
  };
  const undo = ({ id, label }: Program): void =>
    attempt(
      call('connections.undo', { program: id }).then(() => {
        say(`The settings of ${label} are as they were`, 'done');
        again();
      }),
    );
  const disconnect = (program: Program, { name }: Connection): void =>
    attempt(
      call('connections.disconnect', { program: program.id, name }).then(() => {
        sayUndoable(`${program.label} is disconnected`, program);
        again();
      }),
    );
  const connected = (program: Program, afterwards: string): void => {
    setAsked(null);
    again();
    sayUndoable(`${program.label} is connected`, program, afterwards);
  };

  return (
    <div className="scroller">
      <div className="page">
        <h1>Assistants</h1>
        <p className={styles['about']}>
          A connected assistant reads this memory when it starts, and adds what it learns. Connecting adds one entry to
          the program’s own settings and changes nothing else there.
        </p>
        {problem && <FieldProblem>{problem.message}</FieldProblem>}
        {!answer && !problem && <Skeleton label="Looking for programs" />}
        {answer &&
          groupsOf(answer.programs).map(({ title, programs }) => (
            <section key={title} aria-label={title} className={styles['group']}>
              <h2>{title}</h2>
              <ul className="ruled">
                {programs.map((program) => (
                  <ProgramRow
                    key={program.id}
                    program={program}
                    onConnect={(name) => setAsked({ program, name })}
                    onDisconnect={(connection) => disconnect(program, connection)}
                  />
                ))}
              </ul>
            </section>
          ))}
        {asked && (
          <ConnectDialog
            workspace={workspace.id}
            program={asked.program}
            name={asked.name}
            onClose={() => setAsked(null)}
            onConnected={(afterwards) => connected(asked.program, afterwards)}
          />
        )}
      </div>
    </div>
  );
}

type Asked = { readonly program: Program; readonly name: string | undefined };

type RowProps = Readonly<{
  program: Program;
  /** @param name of a connection to be mended; undefined for a new one */
  onConnect: (name?: string) => void;
  onDisconnect: (connection: Connection) => void;
}>;

function ProgramRow({ program, onConnect, onDisconnect }: RowProps) {
  const { label, connections, problem, isFound } = program;
  const state = stateInWords(program, Date.now());
  const isWithThis = connections.some(({ isThis }) => isThis);
  return (
    <li className={styles['program']}>
      <div className={styles['head']}>
        <div className={styles['name']}>
          <h3>{label}</h3>
          {state !== null && <p className="detail">{state}</p>}
        </div>
        {!isWithThis && (
          <Button look={isFound && connections.length === 0 ? 'primary' : 'plain'} onClick={() => onConnect()}>
            {connections.length > 0 ? 'Connect with this memory too…' : isFound ? 'Connect…' : 'Show the setting…'}
          </Button>
        )}
      </div>
      {problem && isFound && (
        <p className="detail">
          <VisibleText text={problem} />
        </p>
      )}
      {connections.map((connection) => (
        <ConnectionRow
          key={connection.name}
          program={program}
          connection={connection}
          onMend={() => onConnect(connection.name)}
          onDisconnect={() => onDisconnect(connection)}
        />
      ))}
    </li>
  );
}

type ConnectionProps = Readonly<{
  program: Program;
  connection: Connection;
  onMend: () => void;
  onDisconnect: () => void;
}>;

function ConnectionRow({ program, connection, onMend, onDisconnect }: ConnectionProps) {
  const { name, problem: broken } = connection;
  const [tools, setTools] = useState<readonly string[] | null>(null);
  const { busy, problem, attempt: run } = useAttempt();
  const tryIt = (): Promise<void> =>
    run(async () => {
      setTools(null);
      setTools((await call('connections.try', { program: program.id, name })).tools);
    });
  return (
    <div className={styles['connection']}>
      <p className={styles['where']}>
        <code>
          <VisibleText text={name} />
        </code>{' '}
        <span className="detail" title={connection.place ?? undefined}>
          serves <VisibleText text={memoryInWords(connection)} />
        </span>
      </p>
      <div className="wrap-close">
        {broken !== null && (
          <Button look="primary" onClick={onMend}>
            Mend…
          </Button>
        )}
        <Button disabled={busy} onClick={() => void tryIt()}>
          {busy ? 'Trying…' : 'Try it'}
        </Button>
        <Button look="quiet" onClick={onDisconnect}>
          Disconnect
        </Button>
      </div>
      <div className={styles['said']} role="status">
        {broken !== null && (
          <FieldProblem>
            <VisibleText text={broken} />
          </FieldProblem>
        )}
        {problem && (
          <FieldProblem>
            <VisibleText text={problem.message} />
          </FieldProblem>
        )}
        {tools && (
          <details className={classNames('detail', styles['tools'])}>
            <summary>It starts, and offers {counted(tools.length, 'tool', 'tools')}</summary>
            {tools.join(', ')}
          </details>
        )}
      </div>
    </div>
  );
}
