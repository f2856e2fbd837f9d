import { type FormEvent, useRef, useState } from 'react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useApp } from '../../api/app-store.ts';
import { call, problemOf } from '../../api/connection.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import styles from './assistant-page.module.css';
import { changeSources } from './source-changes.ts';
import { putOn } from './source-steps.ts';

type AddSourceProps = Readonly<{ workspace: Workspace; paths: readonly string[] }>;

/** Puts another file at the end of the list, by its path or by the system's own dialog. */
export function AddSource({ workspace, paths }: AddSourceProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const canChoose = useApp((state) => state.abilities.choose);
  const add = async (path: string): Promise<void> => {
    const wanted = withinWorkspace(path.trim(), workspace.path);
    if (wanted === '') {
      setProblem('Type the path of a file, such as ./AGENTS.md or ~/notes.md.');
      return;
    }
    if (paths.includes(wanted)) {
      setProblem(`${wanted} is on the list already.`);
      return;
    }
    try {
      await changeSources(workspace.id, `Added ${wanted} to the list`, putOn(wanted));
      setText('');
      setProblem(null);
      announce(`${wanted} is on the list.`);
    } catch (error) {
      setProblem(problemOf(error).message);
    }
    field.current?.focus();
  };
  const choose = async (): Promise<void> => {
    const { path } = await call('workspaces.choose', { kind: 'file' });
    if (path !== null) {
      await add(path);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void add(text);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field
        label="Add a file"
        hint={`${canChoose ? 'Choose one, or type where it is.' : 'Type where it is: in the folder of your memory (./), in your home folder (~/), or anywhere.'} Notes, markdown, TOML and JSON can be read.`}
        problem={problem}
      >
        {(ids) => (
          <div className={styles['addRow']}>
            {canChoose && (
              <Button
                look="primary"
                onClick={() => choose().catch((error: unknown) => setProblem(problemOf(error).message))}
              >
                Choose a file…
              </Button>
            )}
            <TextInput
              {...ids}
              ref={field}
              mono
              placeholder="./AGENTS.md"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setProblem(null);
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
