import { Table2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { categories } from '#shared/entries/entry.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { countInWords } from '../../wording/counts.ts';
import { sectionLabels } from '../../wording/names.ts';
import { countsInWords, type SectionBar, SectionBars, SectionLegend } from './section-bars.tsx';
import styles from './section-chart.module.css';

type FurtherColumn<B> = { readonly name: string; readonly of: (bar: B) => number };

type SectionChartProps<B extends SectionBar> = Readonly<{
  label: string;
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

/** Entries over time: a bar for each period, by section, or the same as a table. */
export function SectionChart<B extends SectionBar>(props: SectionChartProps<B>) {
  const { label, barsLabel, bars, nameOf, periodHead, further = [], trail, legend, actions, onShow, ...plot } = props;
  const [asTable, setAsTable] = useState(false);
  const [pointed, setPointed] = useState<string | null>(null);
  const about = bars.find(({ period }) => period === pointed);
  return (
    <section className={styles['chart']} aria-label={label} data-chart>
      <div className={styles['head']}>
        {trail}
        <p className={styles['about']}>
          {about && <strong>{nameOf(about)}</strong>}
          {about && <SectionLegend bars={[about]} />}
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
        <PeriodTable bars={bars} nameOf={nameOf} periodHead={periodHead} further={further} onShow={onShow} />
      ) : (
        <SectionBars
          bars={bars}
          label={barsLabel}
          nameOf={(bar) => [`${nameOf(bar)}: ${countsInWords(bar)}`, ...further.map(inBar(bar))].join(', ')}
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

type PeriodTableProps<B extends SectionBar> = Required<
  Pick<SectionChartProps<B>, 'bars' | 'nameOf' | 'periodHead' | 'further' | 'onShow'>
>;

function PeriodTable<B extends SectionBar>({ bars, nameOf, periodHead, further, onShow }: PeriodTableProps<B>) {
  const filled = bars.filter(({ total }) => total > 0).reverse();
  const shown = categories.filter((category) => filled.some(({ counts }) => counts[category] > 0));
  const columns: readonly FurtherColumn<B>[] = [
    { name: 'Entries', of: ({ total }) => total },
    ...shown.map((category) => ({ name: sectionLabels[category], of: ({ counts }: B) => counts[category] })),
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
