import { ChevronDown, ChevronRight } from 'lucide-react';
import { confidences } from '#shared/entries/entry.ts';
import type { RowPlace } from '../../entries/row-place.ts';
import { classNames } from '../../ui/class-names.ts';
import { ConfidenceMark } from '../../ui/confidence-mark.tsx';
import { countInWords } from '../../wording/counts.ts';
import styles from './group-row.module.css';
import type { ListItem } from './list-rows.ts';
import { toggleFolded } from './review-store.ts';

type Group = Extract<ListItem, { kind: 'group' | 'subgroup' }>;

/** A heading in the list, which folds what is under it. */
export function GroupRow({ item, place }: Readonly<{ item: Group; place: RowPlace }>) {
  const Heading = item.kind === 'group' ? 'h2' : 'h3';
  const confidence = confidences.find((one) => one === item.id);
  const Chevron = item.folded ? ChevronRight : ChevronDown;
  return (
    <div {...place} role="row" className={classNames(place.className, styles[item.kind])}>
      <div role="gridcell" className={styles['cell']}>
        <Heading className={styles['heading']}>
          <button
            type="button"
            className={styles['fold']}
            aria-expanded={!item.folded}
            onClick={() => toggleFolded(item.id)}
          >
            <Chevron aria-hidden />
            {confidence && <ConfidenceMark confidence={confidence} />}
            <span>{item.title}</span>
          </button>
        </Heading>
        <span className="count">{countInWords(item.count)}</span>
      </div>
    </div>
  );
}

/** Where the list is in leaving order: what stands above goes next. */
export function WaterlineRow({ text, place }: Readonly<{ text: string; place: RowPlace }>) {
  return (
    <div {...place} role="row">
      <div role="gridcell" className={styles['waterlineText']}>
        {text}
      </div>
    </div>
  );
}
