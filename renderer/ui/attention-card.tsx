import { type ReactNode, useId } from 'react';
import styles from './attention-card.module.css';
import { VisibleText } from './visible-text.tsx';

type AttentionCardProps = Readonly<{
  /** What happened. */
  title: string;
  /** To what, where the title does not say. */
  where?: string | undefined;
  /** The texts or the one fact it is about. */
  children: ReactNode;
  /** Two or three buttons. */
  actions?: ReactNode;
}>;

/** One thing that needs the person’s attention, whatever it is about. */
export function AttentionCard({ title, where, children, actions }: AttentionCardProps) {
  const id = useId();
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h3 id={id} dir="auto">
        <span className={styles['title']}>
          <VisibleText text={title} />
        </span>
        {where !== undefined && (
          <span className={styles['where']}>
            <VisibleText text={where} />
          </span>
        )}
      </h3>
      {children}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </section>
  );
}
