import { ArrowLeft } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './work-page.module.css';
import { backToWork } from './work-store.ts';

type ReaderHeadProps = Readonly<{
  heading: Ref<HTMLHeadingElement>;
  title: string;
  /** What is said below it, in this order; what is empty is left out. */
  detail: readonly (string | null)[];
  /** What can be done with it. */
  children: ReactNode;
}>;

/** What stands above a workflow that is read: the way back, what it is, and what can be done with it. */
export function ReaderHead({ heading, title, detail, children }: ReaderHeadProps) {
  const said = detail.filter(Boolean).join(' · ');
  return (
    <div className={styles['readerHead']}>
      <IconButton name="Back to all work" keys="Esc" onClick={backToWork}>
        <ArrowLeft aria-hidden />
      </IconButton>
      <div className={styles['about']}>
        <h1 className="title" ref={heading} tabIndex={-1} dir="auto" data-work-heading>
          <VisibleText text={title} />
        </h1>
        {said !== '' && (
          <p className="detail">
            <VisibleText text={said} />
          </p>
        )}
      </div>
      {children}
    </div>
  );
}
