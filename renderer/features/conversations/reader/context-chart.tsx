import { Table2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { OutlineItem } from '#shared/contract/features/conversations.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { tokensInWords } from '../../../wording/counts.ts';
import { momentInWords } from '../../../wording/dates.ts';
import styles from './context-chart.module.css';

/** If the lowest bar reaches this share of the highest, all look alike. */
const flatFrom = 0.8;

type ContextChartProps = Readonly<{ outline: readonly OutlineItem[]; onShow: (at: number) => void }>;

/** Amount of context along the conversation, with its compactions. Nothing if no program counted it. */
export function ContextChart({ outline, onShow }: ContextChartProps) {
  const bars = contextBars(outline);
  const [asTable, setAsTable] = useState(false);
  const most = Math.max(...bars.map(({ tokens }) => tokens));
  const least = Math.min(...bars.flatMap(({ tokens }) => (tokens > 0 ? [tokens] : [])));
  // An almost flat chart shows nothing.
  if (bars.length < 2 || most === 0 || least > most * flatFrom) {
    return null;
  }
  return (
    <section aria-label="Use of the context">
      <div className="row ends">
        <p className="detail">Up to {tokensInWords(most)} at once</p>
        <IconButton
          name={asTable ? 'Show as a chart' : 'Show as a table'}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          <Table2 aria-hidden />
        </IconButton>
      </div>
      {asTable ? <UseTable bars={bars} onShow={onShow} /> : <Bars bars={bars} most={most} onShow={onShow} />}
    </section>
  );
}

type BarsProps = Readonly<{ bars: readonly UseBar[]; onShow: (at: number) => void }>;

function Bars({ bars, most, onShow }: BarsProps & Readonly<{ most: number }>) {
  const [stop, setStop] = useState(bars.length - 1);
  const step = (event: KeyboardEvent<HTMLDivElement>): void => {
    const to = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: bars.length - 1 }[event.key];
    const next =
      to === undefined ? undefined : event.currentTarget.children[Math.max(0, Math.min(bars.length - 1, to))];
    if (next instanceof HTMLElement) {
      // Home and End would go to the conversation's first and last message.
      event.stopPropagation();
      event.preventDefault();
      next.focus();
    }
  };
  return (
    <div
      className={styles['bars']}
      role="group"
      aria-label="Left and right arrow move, Enter shows what was said then."
      onKeyDown={step}
    >
      {bars.map((bar, index) => (
        <button
          key={bar.at}
          type="button"
          className={styles['bar']}
          data-compacted={bar.isCompacted || undefined}
          aria-label={inWords(bar)}
          title={inWords(bar)}
          tabIndex={index === Math.min(stop, bars.length - 1) ? 0 : -1}
          onFocus={() => setStop(index)}
          onClick={() => onShow(bar.at)}
        >
          <i style={{ height: `${(bar.tokens / most) * 100}%` }} />
        </button>
      ))}
    </div>
  );
}

const inWords = ({ time, tokens, isCompacted }: UseBar): string =>
  [time !== null && momentInWords(time), tokens > 0 && tokensInWords(tokens), isCompacted && 'shortened']
    .filter(Boolean)
    .join(', ');

function UseTable({ bars, onShow }: BarsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in the keyboard's reach.
    <section className={styles['table']} aria-label="Use of the context as a table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Given</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.at}>
              <th scope="row">
                <Button look="link" onClick={() => onShow(bar.at)}>
                  {bar.time === null ? 'Time unknown' : momentInWords(bar.time)}
                </Button>
              </th>
              <td>
                {tokensInWords(bar.tokens)}
                {bar.isCompacted && ', shortened'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type UseBar = {
  readonly at: number;
  readonly time: number | null;
  /** Largest input of an answer in it, in tokens as counted by the program. */
  readonly tokens: number;
  readonly isCompacted: boolean;
};

const maxBars = 60;

/** Fullness of the context along a conversation: a bar for each answer, or for several if there are many. */
export function contextBars(outline: readonly OutlineItem[]): readonly UseBar[] {
  const points = outline.flatMap(({ at, time, usage, kind, marks }): UseBar[] => {
    const tokens = usage === null ? 0 : usage.input + usage.cacheRead + usage.cacheWrite;
    const isCompacted = kind === 'compaction';
    return !marks.includes('side') && (tokens > 0 || isCompacted) ? [{ at, time, tokens, isCompacted }] : [];
  });
  const each = Math.ceil(points.length / maxBars);
  return Array.from({ length: each === 0 ? 0 : Math.ceil(points.length / each) }, (_, bar) => {
    const stretch = points.slice(bar * each, (bar + 1) * each);
    const { at = 0, time = null } = stretch[0] ?? {};
    const tokens = Math.max(...stretch.map((point) => point.tokens));
    return { at, time, tokens, isCompacted: stretch.some((point) => point.isCompacted) };
  });
}
