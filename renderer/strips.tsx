import { useShallow } from 'zustand/react/shallow';
import { loadedPart } from './api/loaded-part.tsx';
import { lossesInDecisions, useDecisions } from './features/decisions/decisions-store.ts';
import { ReturnedStrips } from './features/erasure/returned-strips.tsx';
import {
  DiagnosticsStrip,
  OverLimitStrip,
  ReadOnlyStrip,
  SinceLookedStrip,
  StatusStrip,
  UnreadStrip,
} from './features/review/status-strips.tsx';
import { ScanStrip } from './features/scan/scan-strip.tsx';
import { TwinsStrip } from './features/twins/twins-strip.tsx';
import { StripStack } from './ui/strip.tsx';
import type { StripProps } from './view.tsx';

/** Few memories have topics. */
const TopicProblemsStrip = loadedPart(
  () => import('./features/review/topics/topic-problems-strip.tsx'),
  'TopicProblemsStrip',
);

/** Messages about the whole file, above its entries: the most urgent first. */
export function Strips({ workspace, summary, changeable, calm }: StripProps) {
  const { budget } = summary.capabilities;
  // Wait until the decisions are known, or their news would be shown twice.
  const areDecisionsKnown = useDecisions((state) => state.workspace === workspace.id);
  const reported = useDecisions(useShallow(lossesInDecisions));
  const given = { workspace: workspace.id, summary, writable: changeable };
  if (summary.status === 'unreadable') {
    // No strips for a file shown as last read, until it can be changed.
    return (
      <>
        <StatusStrip workspace={workspace} summary={summary} />
        <ReadOnlyStrip workspace={workspace} summary={summary} />
      </>
    );
  }
  return (
    <StripStack>
      <StatusStrip workspace={workspace} summary={summary} />
      <ReturnedStrips workspace={workspace.id} writable={changeable} />
      <ReadOnlyStrip workspace={workspace} summary={summary} />
      {budget && <OverLimitStrip {...given} />}
      {!calm && <ScanStrip />}
      {!calm && <UnreadStrip {...given} />}
      {!calm && summary.capabilities.severalFiles && <TopicProblemsStrip {...given} />}
      <DiagnosticsStrip {...given} />
      {!calm && <TwinsStrip />}
      {!calm && areDecisionsKnown && <SinceLookedStrip summary={summary} reported={reported} />}
    </StripStack>
  );
}
