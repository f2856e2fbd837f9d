import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { loadPart } from '../api/connection.ts';
import { hasAddress } from '../api/transport.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './entry-text.module.css';

const Question = lazy(() =>
  loadPart(() => import('../ui/question.tsx')).then((module) => ({ default: module.Question })),
);

/** A link in an entry: it leads out, so its address needs a confirmation first. The desktop window asks that itself. */
export function OutsideLink({ href, children }: Readonly<{ href: string; children: ReactNode }>) {
  const [asking, setAsking] = useState(false);
  const open = (): void => {
    window.open(href, '_blank', 'noopener,noreferrer');
    setAsking(false);
  };
  return (
    <>
      <a
        className={styles['link']}
        href={href}
        title={href}
        rel="noopener noreferrer"
        onClick={(event: MouseEvent) => {
          event.preventDefault();
          if (hasAddress()) {
            setAsking(true);
          } else {
            open();
          }
        }}
        onAuxClick={(event: MouseEvent) => event.preventDefault()}
      >
        {children}
      </a>
      {asking && (
        <Suspense fallback={null}>
          <Question
            title="Open this link outside Contexture?"
            description={<VisibleText text={href} />}
            stay="Cancel"
            onStay={() => setAsking(false)}
            go="Open"
            onGo={open}
            look="primary"
            first="go"
          />
        </Suspense>
      )}
    </>
  );
}
