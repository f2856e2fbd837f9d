import { useApp, writePreferences } from '../../../api/app-store.ts';
import type { ReadyContext } from '../../../api/context-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { introSentences } from './first-words.ts';
import styles from './review-inspector.module.css';

/** First words in the details while no entry is selected, shown above the list if the details are a sheet; until dismissed. */
export function FirstWordsStrip({ context }: Readonly<{ context: ReadyContext }>) {
  const wasRead = useApp(({ preferences }) => preferences.knowsFirstWords ?? false);
  const sentences = wasRead
    ? []
    : introSentences(context.entries, context.summary.capabilities, context.summary.writable);
  return sentences.length === 0 ? null : (
    <Disclosure className={styles['first']} summary="How to read this list">
      {sentences.map((sentence) => (
        <p key={sentence} className="below-2">
          <VisibleText text={sentence} />
        </p>
      ))}
      <Button onClick={() => void writePreferences({ knowsFirstWords: true })}>Got it</Button>
    </Disclosure>
  );
}
