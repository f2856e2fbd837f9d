import { type FormEvent, useRef, useState } from 'react';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useAttempt } from '../../api/answers.ts';
import { useApp } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { changeSources } from './source-changes.ts';
import { addSource } from './source-steps.ts';

type AddSourceProps = Readonly<{ workspace: Workspace; paths: readonly string[] }>;

/** Puts another file at the end of the list, by its path or by the system's own dialog. */
export function AddSource({ workspace, paths }: AddSourceProps) {
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
