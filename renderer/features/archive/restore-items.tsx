import { useId, useState } from 'react';
import type { RestorePreview } from '#shared/contract/features/archive.ts';
import { categories } from '#shared/entries/entry.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { ValueText, VisibleText } from '../../ui/visible-text.tsx';
import { countInWords } from '../../wording/counts.ts';
import { entryName, sectionNames } from '../../wording/names.ts';
import styles from './restore-dialog.module.css';
import { decideAll, type RestoreChoice, type RestoreChoices } from './restore-plan.ts';

type Item = RestorePreview['items'][number];

type RestoreItemsProps = Readonly<{
  preview: RestorePreview;
  decisions: RestoreChoices;
  onDecide: (id: string, decision: RestoreChoice) => void;
  onDecideEach: (decisions: RestoreChoices) => void;
}>;

/** How many are listed at a time: each has its questions, and thousands would keep the dialog from answering. */
const atATime = 100;

/** The entries that come back; those that need a decision first. */
export function RestoreItems({ preview, decisions, onDecide, onDecideEach }: RestoreItemsProps) {
  const asking = preview.items.filter((item) => item.twin !== null || item.entry.categoryGuessed);
  const plain = preview.items.filter((item) => item.twin === null && !item.entry.categoryGuessed);
  const duplicates = preview.items.filter((item) => item.twin !== null).length;
  const items = [...asking, ...plain];
  const [listed, setListed] = useState(atATime);
  const more = items.length - listed;
  return (
    <>
      {duplicates > 1 && (
        <div className={styles['each']}>
          <span>{countInWords(duplicates)} have a live entry with the same key. For all of them:</span>
          <Button onClick={() => onDecideEach(decideAll(preview, decisions, 'replace'))}>Replace all</Button>
          <Button onClick={() => onDecideEach(decideAll(preview, decisions, 'keep_both'))}>Keep both for all</Button>
        </div>
      )}
      <ul className="ruled" aria-label="Comes back">
        {items.slice(0, listed).map((item) => (
          <RestoreItemRow
            key={item.entry.id}
            item={item}
            decision={decisions.get(item.entry.id) ?? {}}
            onDecide={(decision) => onDecide(item.entry.id, decision)}
          />
        ))}
        {more > 0 && (
          <li className="stack-2">
            and {countInWords(more)} more{' '}
            <Button look="link" onClick={() => setListed(listed + atATime)}>
              Show {countInWords(Math.min(more, atATime))} of them
            </Button>
          </li>
        )}
      </ul>
    </>
  );
}

type RestoreItemRowProps = Readonly<{
  item: Item;
  decision: RestoreChoice;
  onDecide: (decision: RestoreChoice) => void;
}>;

function RestoreItemRow({ item: { entry, twin }, decision, onDecide }: RestoreItemRowProps) {
  const name = useId();
  return (
    <li className="stack-2">
      <div className={styles['head']}>
        <span className={styles['text']} dir="auto">
          <ValueText value={entry.value} />
        </span>
        <span className={styles['about']}>
          {entry.key !== null && (
            <code>
              <VisibleText text={entry.key} />
            </code>
          )}
          {!entry.categoryGuessed && <span>{sectionNames[entry.category ?? 'unsorted']}</span>}
        </span>
      </div>
      {entry.categoryGuessed && (
        <div className={styles['section']}>
          <span className="quiet">The archive doesn’t say where it belongs. Restore to</span>
          <Select
            aria-label={`Section for “${entryName(entry)}”`}
            value={decision.category ?? entry.category ?? 'insight'}
            options={categories.map((category) => ({ value: category, label: sectionNames[category] }))}
            onChange={(category) => onDecide({ category })}
          />
        </div>
      )}
      {twin && (
        <fieldset className="question">
          <legend>Your assistant knows this key already</legend>
          <dl className={styles['compare']}>
            <dt>Now</dt>
            <dd dir="auto">
              <ValueText value={twin.value} />
            </dd>
            <dt>Archived</dt>
            <dd dir="auto">
              <ValueText value={entry.value} />
            </dd>
          </dl>
          <label className="choice">
            <input
              type="radio"
              name={name}
              checked={decision.onDuplicate === 'replace'}
              onChange={() => onDecide({ onDuplicate: 'replace' })}
            />
            <span>Replace what it knows now</span>
          </label>
          <label className="choice">
            <input
              type="radio"
              name={name}
              checked={decision.onDuplicate === 'keep_both'}
              onChange={() => onDecide({ onDuplicate: 'keep_both' })}
            />
            <span>Keep both</span>
          </label>
        </fieldset>
      )}
    </li>
  );
}
