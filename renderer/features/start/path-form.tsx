import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import styles from './start-view.module.css';

/** For those who know where it is. */
export function PathForm({ onOpen }: Readonly<{ onOpen: (path: string) => void }>) {
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (path.trim() === '') {
      setProblem('Type the path of a file or folder first.');
    } else {
      onOpen(path.trim());
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field label="Open a file or folder" problem={problem}>
        {(ids) => (
          <div className={styles['pathRow']}>
            <TextInput
              {...ids}
              mono
              placeholder="~/notes"
              value={path}
              onChange={(event) => {
                setPath(event.target.value);
                setProblem(null);
              }}
            />
            <Button type="submit" look="primary">
              Open
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
