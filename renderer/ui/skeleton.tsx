import { useEffect, useState } from 'react';

/** True once a wait has lasted long enough to be worth showing. */
export function useOverdue(milliseconds: number): boolean {
  const [overdue, setOverdue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOverdue(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return overdue;
}

const widths = ['62%', '48%', '71%', '55%', '66%', '40%'];

type SkeletonProps = Readonly<{ label: string; lines?: number }>;

/** Lines in place of text to come; nothing at all for a wait too short to notice. */
export function Skeleton({ label, lines = widths.length }: SkeletonProps) {
  const overdue = useOverdue(150);
  return (
    <div role="status" aria-label={label} className="stack-3 padded">
      {overdue && widths.slice(0, lines).map((width) => <i key={width} className="skeleton-line" style={{ width }} />)}
    </div>
  );
}
