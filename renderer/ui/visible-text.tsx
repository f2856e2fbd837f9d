import { useMemo } from 'react';
import { noValue } from '../wording/names.ts';
import { splitVisible } from './visible-characters.ts';
import styles from './visible-text.module.css';

/** Text of a person's file: never anything but text, apart from its surroundings, with hidden characters shown. */
export function VisibleText({ text }: Readonly<{ text: string }>) {
  const parts = useMemo(() => splitVisible(text), [text]);
  return (
    <bdi className={styles['text']}>
      {parts.map((part, index) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place.
          <span key={index} className={styles['hidden']} title={`Hidden character: ${part.name}`}>
            {part.code}
          </span>
        ),
      )}
    </bdi>
  );
}

/** An entry's value; where it has none, that is said rather than left blank. */
export function ValueText({ value }: Readonly<{ value: string }>) {
  return value.trim() === '' ? <span className={styles['none']}>{noValue}</span> : <VisibleText text={value} />;
}
