import { FilePlus2 } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { OpenProblem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { TextWithPath } from '../../ui/text-with-path.tsx';
import styles from './start-view.module.css';

type PathFormProps = Readonly<{
  /** What was tried last and why it failed. */
  problem: OpenProblem | null;
  onOpen: (path: string, startEmpty: boolean) => void;
}>;

/** For those who know where it is. */
export function PathForm({ problem: tried, onOpen }: PathFormProps) {
  const [path, setPath] = useState(tried?.path ?? '');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // It is recreated for what was tried last, where one goes on typing.
  useEffect(() => {
    if (tried?.path) {
      field.current?.focus({ preventScroll: true });
    }
  }, [tried?.path]);
  const isTried = tried !== null && tried.path !== '' && tried.path === path;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (path.trim() === '') {
      setMissing(true);
    } else {
      onOpen(path.trim(), false);
    }
  };
  const isEmpty = isTried && tried.startEmpty;
  const problem = missing ? 'Type the path of a file or folder first.' : isTried && !isEmpty ? tried.message : null;
  return (
    <form onSubmit={submit} noValidate>
      <Field label="Open a file or folder" problem={problem}>
        {(ids) => (
          <div className={styles['pathRow']}>
            <TextInput
              {...ids}
              ref={field}
              mono
              placeholder="~/notes"
              value={path}
              onChange={(event) => {
                setPath(event.target.value);
                setMissing(false);
              }}
            />
            <Button type="submit" look="primary">
              Open
            </Button>
          </div>
        )}
      </Field>
      {isEmpty && (
        <div className={styles['startThere']}>
          <p role="alert">
            <TextWithPath text={tried.message} path={tried.named ?? tried.path} />
          </p>
          <Button onClick={() => onOpen(tried.path, true)}>
            <FilePlus2 aria-hidden /> Start empty there
          </Button>
        </div>
      )}
    </form>
  );
}
