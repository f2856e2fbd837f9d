import { presentableDiff } from '@codemirror/merge';
import { Fragment } from 'react';
import styles from './marked-text.module.css';
import { VisibleText } from './visible-text.tsx';

/** A text with its differences from the other marked. */
export function MarkedText({ text, other }: Readonly<{ text: string; other: string }>) {
  let at = 0;
  const parts = presentableDiff(other, text, { scanLimit: 500 }).map(({ fromB, toB }) => {
    const same = text.slice(at, fromB);
    at = toB;
    return { at: fromB, same, own: text.slice(fromB, toB) };
  });
  return (
    <>
      {parts.map(({ at: from, same, own }) => (
        <Fragment key={from}>
          {same && <VisibleText text={same} />}
          {own && (
            <mark className={styles['own']}>
              <VisibleText text={own} />
            </mark>
          )}
        </Fragment>
      ))}
      {at < text.length && <VisibleText text={text.slice(at)} />}
    </>
  );
}
