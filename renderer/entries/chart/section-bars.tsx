import { type CSSProperties, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { categories } from '#shared/entries/entry.ts';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { type CategoryOrUnsorted, sectionLabels } from '../../wording/names.ts';
import styles from './section-chart.module.css';

/** Bar of a chart: counts by the ids of its parts. */
export type CountedBar = {
  readonly period: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly total: number;
};

export type SectionBar = CountedBar & { readonly counts: Readonly<Record<CategoryOrUnsorted, number>> };

/** Part of each bar; `data-segment` gives it its colour. */
export type BarPart = { readonly id: string; readonly label: string };

export const countedSections: readonly CategoryOrUnsorted[] = [...categories, 'unsorted'];

export const sectionParts: readonly BarPart[] = countedSections.map((id) => ({ id, label: sectionLabels[id] }));

/** False for the entries of no section, whose name says nothing by itself. */
const isNamed = ({ id }: BarPart): boolean => id !== 'unsorted';

const countIn = ({ counts }: Pick<CountedBar, 'counts'>, { id }: BarPart): number => counts[id] ?? 0;

type SectionBarsProps<B extends CountedBar> = Readonly<{
  bars: readonly B[];
  parts: readonly BarPart[];
  label: string;
  nameOf: (bar: B) => string;
  /** Label below a bar, and when it is shown; `wide` if there is room for many. */
  tickOf: (index: number) => { readonly text: string; readonly shown: 'always' | 'wide' | undefined };
  isPressed: (bar: B) => boolean;
  isLeftOut: (bar: B) => boolean;
  onPress: (bar: B) => void;
  onPoint: (period: string | null) => void;
  /** Drawn over the bars. */
  children?: ReactNode;
}>;

/** Bars side by side; Tab reaches one, and the arrows the others. */
export function SectionBars<B extends CountedBar>(props: SectionBarsProps<B>) {
  const { bars, parts, label, nameOf, tickOf, isPressed, isLeftOut, onPress, onPoint, children } = props;
  const most = Math.max(1, ...bars.map(({ total }) => total));
  const [tabStop, setTabStop] = useState<string | null>(null);
  const filled = bars.filter(({ total }) => total > 0);
  const stop = filled.find((bar) => bar.period === tabStop) ?? filled.find(isPressed) ?? filled.at(-1);
  const list = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  useLayoutEffect(() => {
    // The bar that was pressed may have been replaced.
    if (wasPressed.current && !list.current?.contains(document.activeElement)) {
      list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    }
    wasPressed.current = false;
  });
  const step = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = filled.findIndex(({ period }) => period === stop?.period);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: filled.length - 1 }[event.key];
    const next = to === undefined ? undefined : filled[Math.max(0, Math.min(filled.length - 1, to))];
    if (next) {
      // Home and End would go to the list's first and last entry.
      event.stopPropagation();
      event.preventDefault();
      event.currentTarget.querySelector<HTMLElement>(`[data-period="${next.period}"]`)?.focus();
    }
  };
  return (
    <div className={styles['plot']} style={{ '--bars': bars.length } as CSSProperties}>
      <span className={styles['most']} aria-hidden>
        {entriesInWords(most)}
      </span>
      <div
        ref={list}
        className={styles['bars']}
        role="group"
        aria-label={label}
        onKeyDown={step}
        onPointerLeave={() => onPoint(null)}
      >
        {bars.map((bar, index) => {
          const tick = tickOf(index);
          return (
            <div key={bar.period} className={styles['slot']}>
              <button
                type="button"
                className={styles['bar']}
                data-period={bar.period}
                disabled={bar.total === 0}
                aria-pressed={isPressed(bar)}
                data-left-out={isLeftOut(bar) || undefined}
                aria-label={nameOf(bar)}
                tabIndex={bar === stop ? 0 : -1}
                onClick={() => {
                  wasPressed.current = true;
                  onPress(bar);
                }}
                onPointerEnter={() => onPoint(bar.period)}
                onFocus={() => {
                  setTabStop(bar.period);
                  onPoint(bar.period);
                }}
                onBlur={() => onPoint(null)}
              >
                <span className={styles['stack']} style={{ height: `${(bar.total / most) * 100}%` }}>
                  {parts.map(
                    (part) =>
                      countIn(bar, part) > 0 && (
                        <i key={part.id} data-segment={part.id} style={{ flexGrow: countIn(bar, part) }} />
                      ),
                  )}
                </span>
              </button>
              <span className={styles['tick']} aria-hidden data-shown={tick.shown}>
                {tick.text}
              </span>
            </div>
          );
        })}
        {children}
      </div>
    </div>
  );
}

/** "12 entries, 10 Insights, 2 Patterns". */
export function countsInWords(bar: Pick<CountedBar, 'total' | 'counts'>, parts: readonly BarPart[]): string {
  const counts = parts
    .filter(isNamed)
    .flatMap((part) => (countIn(bar, part) > 0 ? [`${countInWords(countIn(bar, part))} ${part.label}`] : []));
  return [entriesInWords(bar.total), ...counts].join(', ');
}

type SectionLegendProps = Readonly<{ bars: readonly Pick<CountedBar, 'counts'>[]; parts?: readonly BarPart[] }>;

export function SectionLegend({ bars, parts = sectionParts }: SectionLegendProps) {
  const hasNamed = bars.some((bar) => parts.some((part) => isNamed(part) && countIn(bar, part) > 0));
  return parts.map((part) => {
    const count = bars.reduce((sum, bar) => sum + countIn(bar, part), 0);
    return (
      count > 0 && (
        <span key={part.id} className={styles['key']}>
          <i data-segment={part.id} aria-hidden />
          {isNamed(part) || hasNamed ? part.label : 'Entries'} {countInWords(count)}
        </span>
      )
    );
  });
}
