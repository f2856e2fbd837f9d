import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

type ClampedTextProps = Readonly<{
  lines: number;
  children: ReactNode;
  /** Wraps the text if that is a button: the button that shows all is beside it, since a button can’t contain another. */
  within?: (text: ReactNode) => ReactNode;
}>;

/** Text of a limited number of lines. If there are more, a button shows them. */
export function ClampedText({ lines, children, within = (text) => text }: ClampedTextProps) {
  const text = useRef<HTMLSpanElement>(null);
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  useLayoutEffect(() => {
    const { current } = text;
    if (current === null || whole) {
      return;
    }
    // A line may be a fraction of a pixel higher than reported.
    const measure = (): void => setCut(current.scrollHeight > current.clientHeight + 2);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [whole]);
  return (
    <>
      {within(
        <span ref={text} className="two-lines" style={whole ? { display: 'block' } : { WebkitLineClamp: lines }}>
          {children}
        </span>,
      )}
      {cut && (
        <Button look="link" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : 'Show more'}
        </Button>
      )}
    </>
  );
}
