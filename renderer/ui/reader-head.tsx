import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './reader-head.module.css';
import { VisibleText } from './visible-text.tsx';

type ReaderHeadProps = Readonly<{
  title: string;
  /** False if the focus goes to the content instead of the title. */
  takesFocus?: boolean;
  /** Details below it, in order; empty ones are left out. */
  detail?: readonly (string | null)[];
  onBack: () => void;
  children?: ReactNode;
}>;

export function ReaderHead({ title, takesFocus = true, detail = [], onBack, children }: ReaderHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) {
      heading.current?.focus();
    }
  }, [takesFocus]);
  const detailText = detail.filter(Boolean).join(' · ');
  return (
    <header className={styles['head']}>
      <Button look="quiet" onClick={onBack}>
        <ArrowLeft aria-hidden /> Back
      </Button>
      <div className="main-part">
        <h1 className="title ellipsis" ref={heading} tabIndex={-1} dir="auto" data-reader-heading>
          <VisibleText text={title} />
        </h1>
        {detailText !== '' && <VisibleText as="p" className="detail" text={detailText} />}
      </div>
      <div className={styles['ways']}>{children}</div>
    </header>
  );
}
