import { Table2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { countInWords } from '../../wording/counts.ts';
import {
  type BarPart,
  type CountedBar,
  countsInWords,
  SectionBars,
  SectionLegend,
  sectionParts,
} from './section-bars.tsx';
import styles from './section-chart.module.css';

type FurtherColumn<B> = { readonly name: string; readonly of: (bar: B) => number };

type SectionChartProps<B extends CountedBar> = Readonly<{
  label: string;
  /** Parts of each bar; sections if left out. */
  parts?: readonly BarPart[];
  barsLabel: string;
  bars: readonly B[];
  nameOf: (bar: B) => string;
  periodHead: string;
  further?: readonly FurtherColumn<B>[];
  trail: ReactNode;
  /** Explanation of the colours, of a bar while it is pointed at. */
  legend?: (pointed: B | undefined) => ReactNode;
  actions?: ReactNode;
  onShow: (bar: B) => void;
}> &
  Pick<ComponentProps<typeof SectionBars<B>>, 'tickOf' | 'isPressed' | 'isLeftOut' | 'onPress' | 'children'>;

/** Entries over time: a bar for each period, by its parts, or the same as a table. */
export function SectionChart<B extends CountedBar>(props: SectionChartProps<B>) {
  const { label, parts = sectionParts, barsLabel, bars, nameOf, periodHead, further = [], trail, ...others } = props;
  const { legend, actions, onShow, ...plot } = others;
  const [asTable, setAsTable] = useState(false);
  const [pointed, setPointed] = useState<string | null>(null);
  const about = bars.find(({ period }) => period === pointed);
  return (
    <section className={styles['chart']} aria-label={label} data-chart>
      <div className={styles['head']}>
        {trail}
        <p className={styles['about']}>
          {about && <strong>{nameOf(about)}</strong>}
          {about && <SectionLegend bars={[about]} parts={parts} />}
          {legend?.(about)}
        </p>
        <IconButton
          name={asTable ? 'Show as a chart' : 'Show as a table'}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          <Table2 aria-hidden />
        </IconButton>
        {actions}
      </div>
      {asTable ? (
        <PeriodTable
          bars={bars}
          parts={parts}
          nameOf={nameOf}
          periodHead={periodHead}
          further={further}
          onShow={onShow}
        />
      ) : (
        <SectionBars
          bars={bars}
          parts={parts}
          label={barsLabel}
          nameOf={(bar) => [`${nameOf(bar)}: ${countsInWords(bar, parts)}`, ...further.map(inBar(bar))].join(', ')}
          onPoint={setPointed}
          {...plot}
        />
      )}
    </section>
  );
}

const inBar =
  <B,>(bar: B) =>
  ({ name, of }: FurtherColumn<B>): string =>
    `${countInWords(of(bar))} ${name.toLowerCase()}`;

type PeriodTableProps<B extends CountedBar> = Required<
  Pick<SectionChartProps<B>, 'bars' | 'parts' | 'nameOf' | 'periodHead' | 'further' | 'onShow'>
>;

function PeriodTable<B extends CountedBar>({ bars, parts, nameOf, periodHead, further, onShow }: PeriodTableProps<B>) {
  const filled = bars.filter(({ total }) => total > 0).reverse();
  const shown = parts.filter(({ id }) => id !== 'unsorted' && filled.some(({ counts }) => (counts[id] ?? 0) > 0));
  const columns: readonly FurtherColumn<B>[] = [
    { name: 'Entries', of: ({ total }) => total },
    ...shown.map(({ id, label }) => ({ name: label, of: ({ counts }: B) => counts[id] ?? 0 })),
    ...further,
  ];
  return (
    <div className={styles['tableScroller']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {[periodHead, ...columns.map(({ name }) => name)].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filled.map((bar) => (
            <tr key={bar.period}>
              <th scope="row">
                <Button look="link" onClick={() => onShow(bar)}>
                  {nameOf(bar)}
                </Button>
              </th>
              {columns.map(({ name, of }) => (
                <td key={name}>{countInWords(of(bar))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
