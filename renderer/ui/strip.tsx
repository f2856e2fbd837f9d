import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { create } from 'zustand';
import { counted } from '../wording/counts.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './strip.module.css';

/** True once the person unfolded the strips, for as long as the app runs. */
const useUnfolded = create<{ readonly unfolded: boolean }>(() => ({ unfolded: false }));

type Stack = { readonly others: number; readonly enter: () => () => void };
const StackContext = createContext<Stack>({ others: 0, enter: () => () => undefined });

/** Strips in the order of their urgency: one line with the first of them, and a button that unfolds the others. */
export function StripStack({ children }: Readonly<{ children: ReactNode }>) {
  const [count, setCount] = useState(0);
  const unfolded = useUnfolded((state) => state.unfolded);
  const enter = useCallback(() => {
    setCount((before) => before + 1);
    return () => setCount((before) => before - 1);
  }, []);
  const stack = useMemo(() => ({ others: count - 1, enter }), [count, enter]);
  return (
    <StackContext value={stack}>
      <div className={unfolded ? undefined : styles['folded']}>{children}</div>
    </StackContext>
  );
}

type StripProps = Readonly<{
  tone?: 'notice' | 'warning' | 'danger';
  label: string;
  children: ReactNode;
  actions?: ReactNode;
}>;

const icons = { notice: Info, warning: TriangleAlert, danger: CircleAlert };

/** A line across the view with a message about all of it, and actions. */
export function Strip({ tone = 'notice', label, children, actions }: StripProps) {
  const Icon = icons[tone];
  const { others, enter } = useContext(StackContext);
  useLayoutEffect(enter, [enter]);
  return (
    <section aria-label={label} className={classNames(styles['strip'], tone !== 'notice' && styles[tone])}>
      <Icon aria-hidden />
      <div className={styles['words']}>{children}</div>
      {(actions || others > 0) && (
        <div className={styles['actions']}>
          {actions}
          {others > 0 && <MoreButton others={others} />}
        </div>
      )}
    </section>
  );
}

/** Shown in the first strip of a stack only. */
function MoreButton({ others }: Readonly<{ others: number }>) {
  const unfolded = useUnfolded((state) => state.unfolded);
  return (
    <Button
      look="quiet"
      className={styles['more']}
      aria-expanded={unfolded}
      aria-label={unfolded ? 'Show fewer messages' : counted(others, 'more message', 'more messages')}
      onClick={() => useUnfolded.setState({ unfolded: !unfolded })}
    >
      {unfolded ? 'Show fewer' : `${others} more`}
    </Button>
  );
}
