import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { counted } from '../../../wording/counts.ts';
import type { DiffLine, FileChange } from './call-input.ts';
import styles from './file-changes.module.css';

export function FileChanges({ changes }: Readonly<{ changes: readonly FileChange[] }>) {
  return changes.map((change, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: changes have no name but their place.
    <OneChange key={index} change={change} />
  ));
}

const linesAtOnce = 80;

function OneChange({ change: { file, lines } }: Readonly<{ change: FileChange }>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, linesAtOnce);
  return (
    <figure className="above-2">
      <VisibleText as="figcaption" className="code breaks" text={file} />
      <div className={styles['lines']}>
        {shown.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place.
          <Line key={index} line={line} />
        ))}
      </div>
      {lines.length > shown.length && (
        <Button look="link" onClick={() => setWhole(true)}>
          Show {counted(lines.length - shown.length, 'more line', 'more lines')}
        </Button>
      )}
    </figure>
  );
}

function Line({ line: { sign, text } }: Readonly<{ line: DiffLine }>) {
  return (
    <div className={styles['line']} data-sign={sign}>
      <span className={styles['sign']}>{sign === 'gap' ? '⋯' : sign}</span>
      <VisibleText as="span" text={text} />
    </div>
  );
}
