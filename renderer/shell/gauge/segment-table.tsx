import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { useRealCounts } from '../../entries/measure/real-counts.ts';
import { countInWords, shareInWords } from '../../wording/counts.ts';
import { segmentLabels } from '../../wording/names.ts';
import styles from './segment-table.module.css';

/** The bar as a table, which also says what its colours stand for. */
export function SegmentTable({ summary }: Readonly<{ summary: ContextSummary }>) {
  const { segments, total } = summary.tokens;
  const real = useRealCounts((state) => state.counts);
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">Section</th>
          <th scope="col">Tokens</th>
          <th scope="col">Share</th>
          {real && <th scope="col">Counted</th>}
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
              {real && <td>{countInWords(real.segments.get(name) ?? 0)}</td>}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
