import { type ReactNode, useId } from 'react';
import styles from './attention-card.module.css';
import { Button } from './button.tsx';
import { VisibleText } from './visible-text.tsx';

type AttentionCardProps = Readonly<{
  /** What happened. */
  title: string;
  /** The level of its heading: 3 in a list with a heading of its own, which is usual, 2 where it stands by itself. */
  level?: 2 | 3;
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
export function AttentionCard({ title, level = 3, where, children, actions, onOpen }: AttentionCardProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <Heading id={id} dir="auto">
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
      </Heading>
      {children}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </section>
  );
}
