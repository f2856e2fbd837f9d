import { useEffect, useState } from 'react';
import { loadedPart } from '../../api/loaded-part.tsx';
import type { DecisionStripProps } from './decision-strip.tsx';
import { useDecisions, useFollowDecisions } from './decisions-store.ts';

/** Most of the time there are no decisions. */
const DecisionStrip = loadedPart(() => import('./decision-strip.tsx'), 'DecisionStrip');

type DecisionCardProps = DecisionStripProps &
  Readonly<{
    /** True if a text is being edited below; its editor reports others' changes itself. */
    isTypedBelow: boolean;
  }>;

export function DecisionCard({ isTypedBelow, ...stripProps }: DecisionCardProps) {
  useFollowDecisions(stripProps.workspace);
  const isEmpty = useDecisions(({ decisions }) => decisions.length === 0);
  const isHeldBack = useHeldBack(isTypedBelow, isEmpty);
  return !isEmpty && !isHeldBack && <DecisionStrip {...stripProps} />;
}

/** A new card would push a text being edited below, and its buttons, away: it waits until the text is saved. */
function useHeldBack(isTypedBelow: boolean, isEmpty: boolean): boolean {
  const [holds, setHolds] = useState(false);
  useEffect(() => setHolds((before) => isTypedBelow && (before || isEmpty)), [isTypedBelow, isEmpty]);
  return isTypedBelow && holds;
}
