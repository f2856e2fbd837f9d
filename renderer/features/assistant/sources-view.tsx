import { type FormEvent, useId, useRef, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useAttempt } from '../../api/answers.ts';
import { useApp } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { useMeasure } from '../../api/context-store.ts';
import { attempt } from '../../services/notices.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Strip } from '../../ui/strip.tsx';
import { countInWords, tokensInWords } from '../../wording/counts.ts';
import styles from './assistant-page.module.css';
import { ReadAgain } from './read-again.tsx';
import { changeSources } from './source-changes.ts';
import { SourceDialog } from './source-dialog.tsx';
import { SourceRow } from './source-row.tsx';
import { addSource, moveBy, removeSource } from './source-steps.ts';

export function SourcesView({ workspace }: Readonly<{ workspace: Workspace }>) {
  return (
    <ReadAgain
      workspace={workspace.id}
      ask={() => call('sources.list', { workspace: workspace.id })}
      label="Reading the list of files"
      failed="The files can’t be listed"
    >
      {(sources) => <SourceList workspace={workspace} sources={sources} />}
    </ReadAgain>
  );
}

function SourceList({ workspace, sources }: Readonly<{ workspace: Workspace; sources: Result<'sources.list'> }>) {
  const { name } = useMeasure();
  const { tokens, problem, listProblem } = sources;
  const files = sources.files.filter(({ imported }) => imported === null);
  const imported = sources.files.filter((file) => file.imported !== null);
  const [shown, setShown] = useState<MemoryFile | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const paths = files.map(({ path }) => path);
  const move = ({ path, name }: MemoryFile, index: number, by: number): void => {
    const change = changeSources(workspace.id, `Moved ${name}`, moveBy({ path, index }, by)).then((now) => {
      if (now) {
        announce(`${name} is now ${countInWords(now.indexOf(path) + 1)} of ${countInWords(now.length)}.`);
      }
    });
    attempt(change);
  };
  const remove = ({ path, name, state }: MemoryFile, index: number): void => {
    const note = state === 'missing' ? '' : 'The file itself stays.';
    attempt(changeSources(workspace.id, `Removed ${name} from the list`, removeSource({ path, index }), note));
  };
  const drop = (to: number): void => {
    const file = dragged === null ? undefined : files[dragged];
    if (file && dragged !== null) {
      move(file, dragged, to - dragged);
    }
  };
  return (
    <div className="scroller">
      <div className={styles['column']}>
        <p className="count pretty breaks">
          Files your assistant reads before the memory, in this order. Contexture reads them and never writes them.
        </p>
        {workspace.writable && <AddSource workspace={workspace} paths={paths} />}
        {problem && (
          <Strip tone="danger" label="Over the limit">
            {problem}
          </Strip>
        )}
        {listProblem !== null && (
          <Strip tone="warning" label="Not all files are read">
            {listProblem}
          </Strip>
        )}
        {sources.files.length === 0 && listProblem === null && <NoFiles />}
        {files.length > 0 && (
          <ol className="panel divided stack" aria-label="Files in reading order">
            {files.map((file, index) => (
              <SourceRow
                key={`${file.path} ${paths.indexOf(file.path) === index ? '' : index}`}
                workspace={workspace.id}
                file={file}
                writable={workspace.writable}
                onList={
                  workspace.writable
                    ? {
                        index,
                        count: files.length,
                        dragging: dragged === index,
                        onMove: (by) => move(file, index, by),
                        onDrag: setDragged,
                        onDrop: () => drop(index),
                        onRemove: () => remove(file, index),
                      }
                    : null
                }
                onShow={() => setShown(file)}
              />
            ))}
          </ol>
        )}
        {imported.length > 0 && <Imported workspace={workspace} files={imported} onShow={setShown} />}
        <p className="count pretty breaks">
          {name === 'count' ? '' : 'About '}
          {countInWords(tokens.total)} of {tokensInWords(tokens.limit)}: {countInWords(tokens.context)} are the memory
          {tokens.guidance > 0 && `, ${countInWords(tokens.guidance)} say what it is for`}.
        </p>
      </div>
      {shown && <SourceDialog workspace={workspace.id} file={shown} onClose={() => setShown(null)} />}
    </div>
  );
}

function NoFiles() {
  return (
    <div className="panel roomy stack-1">
      <h2>No files yet</h2>
      <p className="quiet pretty">
        Notes for assistants in a file of their own, such as AGENTS.md, can be read along with the memory.
      </p>
    </div>
  );
}

type ImportedProps = Readonly<{
  workspace: Workspace;
  files: readonly MemoryFile[];
  onShow: (file: MemoryFile) => void;
}>;

/** Files imported by the memory itself: they are changed there, and not on a list. */
function Imported({ workspace, files, onShow }: ImportedProps) {
  const id = useId();
  return (
    <section className="stack-2" aria-labelledby={id}>
      <h2 id={id}>Named in the memory</h2>
      <p className="count pretty breaks">
        Your assistant reads these as well, because the memory names them with @. One outside the memory’s folder waits
        for your approval.
      </p>
      <ul className="panel divided stack" aria-labelledby={id}>
        {files.map((file, index) => (
          <SourceRow
            // biome-ignore lint/suspicious/noArrayIndexKey: one file may be named several times.
            key={`${file.path} ${index}`}
            workspace={workspace.id}
            file={file}
            writable={workspace.writable}
            onList={null}
            onShow={() => onShow(file)}
          />
        ))}
      </ul>
    </section>
  );
}

type AddSourceProps = Readonly<{ workspace: Workspace; paths: readonly string[] }>;

function AddSource({ workspace, paths }: AddSourceProps) {
  const [text, setText] = useState('');
  const { problem, attempt, forget } = useAttempt();
  const field = useRef<HTMLInputElement>(null);
  const canChoose = useApp((state) => state.abilities.choose);
  const add = async (path: string): Promise<void> => {
    const wanted = withinWorkspace(path.trim(), workspace.path);
    if (wanted === '') {
      throw new ContextureError('value_invalid', 'Type the path of a file, such as ./AGENTS.md or ~/notes.md.');
    }
    if (paths.includes(wanted)) {
      throw new ContextureError('value_invalid', `${wanted} is on the list already.`);
    }
    try {
      await changeSources(workspace.id, `Added ${wanted} to the list`, addSource(wanted));
    } finally {
      field.current?.focus();
    }
    setText('');
    announce(`${wanted} is on the list.`);
  };
  const choose = async (): Promise<void> => {
    const { path } = await call('workspaces.choose', { kind: 'file' });
    if (path !== null) {
      await add(path);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void attempt(() => add(text));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field
        label="Add a file"
        hint={`${canChoose ? 'Choose one, or type where it is.' : 'Type where it is: in the folder of your memory (./), in your home folder (~/), or anywhere.'} Notes, markdown, TOML and JSON can be read.`}
        problem={problem?.message}
      >
        {(ids) => (
          <div className="wrap">
            {canChoose && (
              <Button look="primary" onClick={() => void attempt(choose)}>
                Choose a file…
              </Button>
            )}
            <TextInput
              {...ids}
              ref={field}
              className="main-part"
              mono
              placeholder="./AGENTS.md"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                forget();
              }}
            />
            <Button type="submit" look={canChoose && text.trim() === '' ? 'plain' : 'primary'}>
              Add
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

/** A place in the workspace by its way from there, so that it holds wherever the workspace goes. */
function withinWorkspace(path: string, root: string): string {
  return path.startsWith(`${root}/`) ? `./${path.slice(root.length + 1)}` : path;
}
