import { useApp, writePreferences } from '../../../api/app-store.ts';
import { loadPart } from '../../../api/connection.ts';
import type { ReadyContext } from '../../../api/context-store.ts';
import { entryIn } from '../../../api/entry-index.ts';
import { loadedPart } from '../../../api/loaded-part.tsx';
import { Inspector } from '../../../list/inspector.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Key } from '../../../ui/keys.tsx';
import { useWhenIdle } from '../../../ui/use-when-idle.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { focusEntryCursor, openSheet, useReview } from '../review-store.ts';
import { introSentences } from './first-words.ts';
import styles from './review-inspector.module.css';

const loadDetails = () => loadPart(() => import('./entry-details.tsx'));
const EntryDetails = loadedPart(loadDetails, 'EntryDetails');
const SeveralDetails = loadedPart(() => import('./several-details.tsx'), 'SeveralDetails');

export function ReviewInspector({ context }: Readonly<{ context: ReadyContext }>) {
  const cursor = useReview((state) => state.cursor);
  const isSeveral = useReview((state) => state.selected.size > 1);
  const sheetOpen = useReview((state) => state.sheetOpen);
  const entry = entryIn(context.entries, cursor);
  useWhenIdle(loadDetails);
  return (
    <Inspector
      label="Entry"
      sheetOpen={sheetOpen && entry !== undefined}
      onCloseSheet={() => {
        openSheet(false);
        focusEntryCursor();
      }}
    >
      {isSeveral ? (
        <SeveralDetails tokens={context.summary.tokens} />
      ) : entry ? (
        <EntryDetails entry={entry} context={context} />
      ) : (
        <div className="stack-3 padded quiet">
          <p>
            {context.summary.capabilities.dates
              ? 'Select an entry to see its details: when it was learned, where it came from, and how much room it takes.'
              : 'Select an entry to see its details.'}
          </p>
          {introSentences(context.entries, context.summary.capabilities, context.summary.writable).map((sentence) => (
            <p key={sentence}>
              <VisibleText text={sentence} />
            </p>
          ))}
          <p>
            <Key>j</Key> and <Key>k</Key> move,{' '}
            {context.summary.writable && (
              <>
                <Key>Enter</Key> edits,{' '}
              </>
            )}
            <Key>?</Key> shows every shortcut.
          </p>
        </div>
      )}
    </Inspector>
  );
}

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
