import { type ReactNode, useId } from 'react';
import styles from './attention-card.module.css';
import { Button } from './button.tsx';
import { VisibleText } from './visible-text.tsx';

type AttentionCardProps = Readonly<{
  title: string;
  /** Heading level: 3 in a list with its own heading, which is usual, 2 if the card is alone. */
  level?: 2 | 3;
  /** Object of the event, if the title does not name it. */
  where?: string | undefined;
  children: ReactNode;
  actions?: ReactNode;
  onOpen?: () => void;
}>;

export function AttentionCard({ title, level = 3, where, children, actions, onOpen }: AttentionCardProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section className="stack-2 attention" aria-labelledby={id}>
      <Heading id={id} dir="auto">
        <span className="strong breaks">
          {onOpen === undefined ? (
            <VisibleText text={title} />
          ) : (
            <Button look="link" className={styles['way']} onClick={onOpen}>
              <VisibleText text={title} />
            </Button>
          )}
        </span>
        {where !== undefined && <VisibleText as="span" className={styles['where']} text={where} />}
      </Heading>
      {children}
      {actions && <div className="wrap">{actions}</div>}
    </section>
  );
}
