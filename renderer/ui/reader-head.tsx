import { ArrowLeft } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from './button.tsx';
import styles from './reader-head.module.css';
import { VisibleText } from './visible-text.tsx';

type ReaderHeadProps = Readonly<{
  title: string;
  heading?: Ref<HTMLHeadingElement>;
  /** What is said below it, in this order; what is empty is left out. */
  detail?: readonly (string | null)[];
  onBack: () => void;
  /** How it is shown, and what can be done with it. */
  children?: ReactNode;
}>;

/** What stands above one thing that is read, whatever it is: the way back to the list, its name, and what can be done with it. */
export function ReaderHead({ title, heading, detail = [], onBack, children }: ReaderHeadProps) {
  const said = detail.filter(Boolean).join(' · ');
  return (
    <header className={styles['head']}>
      <Button look="quiet" onClick={onBack}>
        <ArrowLeft aria-hidden /> Back
      </Button>
      <div className={styles['about']}>
        <h1 className="title ellipsis" ref={heading} tabIndex={-1} dir="auto" data-reader-heading>
          <VisibleText text={title} />
        </h1>
        {said !== '' && (
          <p className="detail">
            <VisibleText text={said} />
          </p>
        )}
      </div>
      <div className={styles['ways']}>{children}</div>
    </header>
  );
}
