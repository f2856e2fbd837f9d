import { useMemo } from 'react';
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
