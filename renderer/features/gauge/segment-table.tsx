import type { ContextSummary } from '#shared/contract/model.ts';
import { countInWords, shareInWords } from '../../wording/counts.ts';
import { segmentLabels } from '../../wording/names.ts';
import styles from './segment-table.module.css';

/** The bar as a table, which also says what its colours stand for. */
export function SegmentTable({ summary }: Readonly<{ summary: ContextSummary }>) {
  const { segments, total } = summary.tokens;
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">Section</th>
          <th scope="col">Tokens</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {segments
          .filter((segment) => segment.tokens > 0)
          .map(({ name, tokens }) => (
            <tr key={name}>
              <th scope="row">
                <span className={styles['swatch']} data-segment={name} aria-hidden />
                {segmentLabels[name]}
              </th>
              <td>{countInWords(tokens)}</td>
              <td>{shareInWords(tokens, total)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
