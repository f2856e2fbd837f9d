import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './strip.module.css';

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
  return (
    <section aria-label={label} className={classNames(styles['strip'], tone !== 'notice' && styles[tone])}>
      <Icon aria-hidden />
      <div className={styles['words']}>{children}</div>
      {actions && <div className={styles['actions']}>{actions}</div>}
    </section>
  );
}
