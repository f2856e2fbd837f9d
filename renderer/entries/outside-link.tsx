import { type MouseEvent, type ReactNode, useState } from 'react';
import { loadedPart } from '../api/loaded-part.tsx';
import { hasAddress } from '../api/transport.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './entry-text.module.css';

const Question = loadedPart(() => import('../ui/question.tsx'), 'Question');

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
      )}
    </>
  );
}
