import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import type { Connection, ListedProgram } from '#shared/contract/features/connections.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useAnswer, useAttempt, useTurns } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { useView } from '../../api/navigation.ts';
import { mendConnection } from '../../jumps.ts';
import { attempt, notices, say, sayDone } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { memoryInWords, programGroups, stateInWords } from './connection-words.ts';
import styles from './connections-page.module.css';

/** Milliseconds between looks: a program's own settings have no event, so the list is checked now and then. */
const lookEvery = 15_000;

export function ConnectionsPage({ workspace }: Readonly<{ workspace: Workspace }>) {
  // Learning something involves reading the memory, and the list shows the time of that.
  const [turn, again] = useTurns(workspace.id, ['context.changed']);
  const { answer, problem } = useAnswer('connections.list', { workspace: workspace.id }, turn);
  const [question, setQuestion] = useConnectionQuestion(answer?.programs ?? null);
  /** Results from before a change are not valid after it. */
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const timer = setInterval(again, lookEvery);
    window.addEventListener('focus', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', again);
    };
  }, [again]);

  const lastNotice = useRef<string | null>(null);
  /** Closes the previous notice, since only the latest action can be undone. */
  const closeLast = (): void => {
    if (lastNotice.current !== null) {
      notices.close(lastNotice.current);
      lastNotice.current = null;
    }
  };
  const sayUndoable = (title: string, program: ListedProgram, description?: string): void => {
    closeLast();
    lastNotice.current = sayDone(title, { verb: 'Undo', run: () => undo(program) }, description);
  };
  const undo = ({ id, label }: ListedProgram): void =>
    attempt(
      call('connections.undo', { program: id }).then(() => {
        closeLast();
        say(`The settings of ${label} are as they were`, 'done');
        again();
      }),
    );
  const disconnect = (program: ListedProgram, { name }: Connection): void =>
    attempt(
      call('connections.disconnect', { program: program.id, name }).then(() => {
        sayUndoable(`${program.label} is disconnected`, program);
        again();
      }),
    );
  const connected = (program: ListedProgram, afterwards: string): void => {
    setQuestion(null);
    setChanges((before) => before + 1);
    again();
    sayUndoable(`${program.label} is connected`, program, afterwards);
  };

  return (
    <div className="scroller">
      <div className="page">
        <h1>Assistants</h1>
        <p className="quiet pretty">
          A connected assistant reads this memory when it starts, and adds what it learns. Connecting adds one entry to
          the program’s own settings and changes nothing else there.
        </p>
        {problem && <FieldProblem>{problem.message}</FieldProblem>}
        {!answer && !problem && <Skeleton label="Looking for programs" />}
        {answer &&
          programGroups(answer.programs).map(({ title, programs }) => (
            <section key={title} aria-label={title} className="stack-2">
              <h2 className="title">{title}</h2>
              <ul className="ruled">
                {programs.map((program) => (
                  <ProgramRow
                    key={program.id}
                    program={program}
                    changes={changes}
                    onConnect={(name) => setQuestion({ program, name })}
                    onDisconnect={(connection) => disconnect(program, connection)}
                    onUndo={() => undo(program)}
                  />
                ))}
              </ul>
            </section>
          ))}
        {question && (
          <ConnectDialog
            workspace={workspace}
            program={question.program}
            name={question.name}
            onClose={() => setQuestion(null)}
            onConnected={(afterwards) => connected(question.program, afterwards)}
          />
        )}
      </div>
    </div>
  );
}

type MendRequest = { readonly program: string; readonly name: string };

/** Connection to mend once the programs are listed; null for none. */
const useMendRequest = create<{ readonly asked: MendRequest | null }>(() => ({ asked: null }));

const mendAnswered = (): void => useMendRequest.setState({ asked: null });

mendConnection.answer((program, name) => useMendRequest.setState({ asked: { program, name } }));
// The request is dropped when the person leaves the view.
useView.subscribe(({ view }) => view !== 'connections' && mendAnswered());

/** Connection to open or mend: requested here, or by a report of a broken one elsewhere. */
function useConnectionQuestion(programs: readonly ListedProgram[] | null) {
  const [question, setQuestion] = useState<ConnectionQuestion | null>(null);
  const toMend = useMendRequest((state) => state.asked);
  useEffect(() => {
    if (programs === null || toMend === null) {
      return;
    }
    const program = programs.find(({ id }) => id === toMend.program);
    if (program?.connections.some(({ name }) => name === toMend.name)) {
      setQuestion({ program, name: toMend.name });
    }
    mendAnswered();
  }, [programs, toMend]);
  return [question, setQuestion] as const;
}

type ConnectionQuestion = { readonly program: ListedProgram; readonly name: string | undefined };

type RowProps = Readonly<{
  program: ListedProgram;
  changes: number;
  /** @param name name of a connection to mend; undefined for a new one */
  onConnect: (name?: string) => void;
  onDisconnect: (connection: Connection) => void;
  onUndo: () => void;
}>;

function ProgramRow({ program, changes, onConnect, onDisconnect, onUndo }: RowProps) {
  const { label, connections, problem, isFound, canUndo } = program;
  const state = stateInWords(program, Date.now());
  const isWithThis = connections.some(({ isThis }) => isThis);
  // If its settings can't be changed, the only action is to copy the setting.
  const canConnect = isFound && problem === null;
  return (
    <li className="line" data-work={`program ${program.id}`}>
      <div className="line main-part">
        <div className="main-part">
          <h3>{label}</h3>
          {state !== null && <p className="detail">{state}</p>}
        </div>
        {/* A connected program can be disconnected; that is undone here after its notice has gone. */}
        {canUndo && !isWithThis && (
          <Button look="quiet" title="Puts its settings back as they were before the last change here" onClick={onUndo}>
            Undo the change
          </Button>
        )}
        {!isWithThis && (
          <Button
            look={connections.length > 0 ? 'plain' : canConnect ? 'primary' : 'quiet'}
            className={connections.length === 0 && !canConnect ? styles['flush'] : undefined}
            onClick={() => onConnect()}
          >
            {connections.length > 0 ? 'Connect with this memory too…' : canConnect ? 'Connect…' : 'Set up by hand…'}
          </Button>
        )}
      </div>
      {problem && isFound && <VisibleText as="p" className="detail own-line" text={problem} />}
      {connections.map((connection) => (
        <ConnectionRow
          key={`${changes} ${connection.name}`}
          program={program}
          connection={connection}
          isAlone={isWithThis && connections.length === 1}
          onMend={() => onConnect(connection.name)}
          onDisconnect={() => onDisconnect(connection)}
        />
      ))}
    </li>
  );
}

type ConnectionProps = Readonly<{
  program: ListedProgram;
  connection: Connection;
  /** True if it is the program's only connection, which needs no name then. */
  isAlone: boolean;
  onMend: () => void;
  onDisconnect: () => void;
}>;

function ConnectionRow({ program, connection, isAlone, onMend, onDisconnect }: ConnectionProps) {
  const { name, problem: broken } = connection;
  const [tools, setTools] = useState<readonly string[] | null>(null);
  const { busy, problem, attempt: run } = useAttempt();
  const tryIt = (): Promise<void> =>
    run(async () => {
      setTools(null);
      setTools((await call('connections.try', { program: program.id, name })).tools);
    });
  return (
    <div className={styles['connection']} data-alone={isAlone || undefined}>
      {!isAlone && (
        <p className="main-part">
          <VisibleText as="span" title={connection.place ?? undefined} text={memoryInWords(connection)} />{' '}
          <VisibleText as="code" className="detail" text={name} />
        </p>
      )}
      <div className="wrap-close">
        {broken === null && (
          <Button disabled={busy} onClick={() => void tryIt()}>
            {busy ? 'Trying…' : 'Try it'}
          </Button>
        )}
        {/* A complete connection that doesn't start may be for another Node, or older. */}
        {(broken !== null || problem !== null) && (
          <Button look="primary" onClick={onMend}>
            Mend…
          </Button>
        )}
        <Button look="quiet" className={styles['flush']} onClick={onDisconnect}>
          Disconnect
        </Button>
      </div>
      <div className="own-line hides-empty" role="status">
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
          <>
            <p className="row">
              <Check aria-hidden />
              It works: it was started and answered.
            </p>
            <Disclosure summary="Details" className="detail">
              <p className="indented">
                Its settings call it <code>{name}</code>, with {counted(tools.length, 'tool', 'tools')}:{' '}
                {tools.join(', ')}
              </p>
            </Disclosure>
          </>
        )}
      </div>
    </div>
  );
}
