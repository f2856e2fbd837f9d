import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './clamped-text.module.css';

type ClampedTextProps = Readonly<{
  lines: number;
  children: ReactNode;
  /** What the text stands in, beside which the button is: a button can’t stand in another. */
  within?: (text: ReactNode) => ReactNode;
}>;

/** Text of so many lines at most. Where there is more of it, a button shows it all. */
export function ClampedText({ lines, children, within = (text) => text }: ClampedTextProps) {
  const text = useRef<HTMLSpanElement>(null);
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  useLayoutEffect(() => {
    const { current } = text;
    if (current === null || whole) {
      return;
    }
    // A line may be a fraction of a pixel higher than it is said to be.
    const measure = (): void => setCut(current.scrollHeight > current.clientHeight + 2);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [whole]);
  return (
    <>
      {within(
        <span ref={text} className={whole ? styles['whole'] : styles['clamped']} style={{ WebkitLineClamp: lines }}>
          {children}
        </span>,
      )}
      {cut && (
        <Button look="link" className={styles['more'] ?? ''} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : 'Show more'}
        </Button>
      )}
    </>
  );
}
