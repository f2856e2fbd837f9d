import { categories } from '#shared/entries/entry.ts';
import { Button } from '../../ui/button.tsx';
import { countInWords } from '../../wording/counts.ts';
import { sectionNames } from '../../wording/names.ts';
import styles from './archive-chart.module.css';
import type { PeriodBar } from './archive-periods.ts';
import { showPeriod } from './archive-store.ts';
import { periodInWords } from './archive-words.ts';

/** The chart in numbers, the latest first. */
export function PeriodTable({ bars }: Readonly<{ bars: readonly PeriodBar[] }>) {
  const filled = bars.filter(({ total }) => total > 0).reverse();
  const shown = categories.filter((category) => filled.some(({ counts }) => counts[category] > 0));
  return (
    <div className={styles['tableScroller']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Archived in</th>
            <th scope="col">Entries</th>
            {shown.map((category) => (
              <th key={category} scope="col">
                {sectionNames[category]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filled.map(({ period, total, counts }) => (
            <tr key={period}>
              <th scope="row">
                <Button look="link" onClick={() => showPeriod(period)}>
                  {periodInWords(period)}
                </Button>
              </th>
              <td>{countInWords(total)}</td>
              {shown.map((category) => (
                <td key={category}>{countInWords(counts[category])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
