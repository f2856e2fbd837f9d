import { type ReactNode, useId } from 'react';
import styles from './attention-card.module.css';
import { Button } from './button.tsx';
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
  /** Leads to what it is about. */
  onOpen?: () => void;
}>;

/** One thing that needs the person’s attention, whatever it is about. */
export function AttentionCard({ title, where, children, actions, onOpen }: AttentionCardProps) {
  const id = useId();
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h3 id={id} dir="auto">
        <span className={styles['title']}>
          {onOpen === undefined ? (
            <VisibleText text={title} />
          ) : (
            <Button look="link" className={styles['way']} onClick={onOpen}>
              <VisibleText text={title} />
            </Button>
          )}
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
