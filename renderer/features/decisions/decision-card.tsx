import { lazy, Suspense, useEffect, useState } from 'react';
import { loadPart } from '../../api/connection.ts';
import type { DecisionStripProps } from './decision-strip.tsx';
import { useDecisions, useFollowDecisions } from './decisions-store.ts';

/** Most of the time nothing waits. */
const DecisionStrip = lazy(() =>
  loadPart(() => import('./decision-strip.tsx')).then((module) => ({ default: module.DecisionStrip })),
);

type DecisionCardProps = DecisionStripProps &
  Readonly<{
    /** Whether a text is typed below it, which is told itself of what others write. */
    isTypedBelow: boolean;
  }>;

/** What waits for the person to choose, over whatever view is shown. */
export function DecisionCard({ isTypedBelow, ...given }: DecisionCardProps) {
  useFollowDecisions(given.workspace);
  const isEmpty = useDecisions(({ decisions }) => decisions.length === 0);
  const isHeldBack = useHeldBack(isTypedBelow, isEmpty);
  return (
    !isEmpty &&
    !isHeldBack && (
      <Suspense fallback={null}>
        <DecisionStrip {...given} />
      </Suspense>
    )
  );
}

/** What comes while a text is typed below would push it, and its buttons, away: it waits until that is saved. */
function useHeldBack(isTypedBelow: boolean, isEmpty: boolean): boolean {
  const [holds, setHolds] = useState(false);
  useEffect(() => setHolds((before) => isTypedBelow && (before || isEmpty)), [isTypedBelow, isEmpty]);
  return isTypedBelow && holds;
}
