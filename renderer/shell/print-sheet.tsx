import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { readyContext } from '../api/context-store.ts';
import { EntryText } from '../entries/entry-text.tsx';
import { dateInWords } from '../wording/dates.ts';
import { confidenceNames, sectionLabels } from '../wording/names.ts';
import styles from './print-sheet.module.css';

/** Every entry on paper, in file order: lists on the page hold only the rows in sight. Drawn only while printing. */
export function PrintSheet({ name }: Readonly<{ name: string }>) {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const set = (to: boolean) => (): void => flushSync(() => setIsPrinting(to));
    const end = new AbortController();
    window.addEventListener('beforeprint', set(true), { signal: end.signal });
    window.addEventListener('afterprint', set(false), { signal: end.signal });
    return () => end.abort();
  }, []);
  const context = isPrinting ? readyContext() : null;
  if (context === null) {
    return null;
  }
  const { confidence: saysHowSure, sections } = context.summary.capabilities;
  return createPortal(
    <article className={styles['sheet']} data-print-sheet>
      <h1>{name}</h1>
      <ul>
        {context.entries.map((entry) => (
          <li key={entry.id} dir="auto">
            <EntryText entry={entry} /> {/* Isolated: it is in the page’s language, whatever the entry’s. */}
            <bdi className="detail">
              {[
                sections ? sectionLabels[entry.category ?? 'unsorted'] : entry.section,
                saysHowSure && confidenceNames[entry.confidence].toLowerCase(),
                entry.date !== null && dateInWords(entry.date),
              ]
                .filter(Boolean)
                .join(' · ')}
            </bdi>
          </li>
        ))}
      </ul>
    </article>,
    document.body,
  );
}
