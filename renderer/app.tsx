import { lazy, Suspense, useEffect } from 'react';
import { startListening } from './api/ahead.ts';
import { useApp } from './api/app-store.ts';
import { on, onLineProblem } from './api/connection.ts';
import { useContextStore } from './api/context-store.ts';
import { assertNever } from './api/problem.ts';
import { useUnsavedGuard } from './api/unsaved.ts';
import { ClosingQuestion, LeavingQuestion } from './features/desktop/unsaved-question.tsx';
import { useDesktop } from './features/desktop/use-desktop.ts';
import { useDroppedFiles } from './features/desktop/use-dropped-files.ts';
import { Frame } from './features/frame/frame.tsx';
import { useKeyboard } from './features/keyboard/use-commands.ts';
import { CopyByHand } from './features/notices/copy-by-hand.tsx';
import { NotRecordedQuestion } from './features/notices/not-recorded-question.tsx';
import { NoticeList } from './features/notices/notice-list.tsx';
import { say } from './features/notices/notices.ts';
import { UndoQuestion } from './features/notices/undo-question.tsx';
import { StartFailed, Starting } from './features/start/starting.tsx';
import { Announcer } from './ui/announcer.tsx';
import { useFocusKept } from './ui/keep-focus.ts';
import { Later } from './ui/later.tsx';
import { Layers } from './ui/layers.tsx';

const StartView = lazy(() =>
  import('./features/start/start-view.tsx').then((module) => ({ default: module.StartView })),
);

export function App() {
  useKeyboard();
  useFocusKept();
  useDesktop();
  useDroppedFiles();
  useUnsavedGuard();
  useEffect(() => on('notice', ({ severity, message }) => say(message, severity === 'info' ? 'info' : 'warning')), []);
  useEffect(() => onLineProblem((message) => say(message, 'warning')), []);
  // After all of the above, and what is drawn below, have begun to listen.
  useEffect(startListening, []);
  return (
    <>
      <Stage />
      <Later>
        <UndoQuestion />
        <NotRecordedQuestion />
        <CopyByHand />
        <ClosingQuestion />
        <LeavingQuestion />
      </Later>
      <Layers />
      <NoticeList />
      <Announcer />
    </>
  );
}

function Stage() {
  const stage = useApp((state) => state.stage);
  const context = useContextStore();
  switch (stage.kind) {
    case 'starting':
      return <Starting />;
    case 'failed':
      return <StartFailed problem={stage.problem} />;
    case 'choosing':
      return (
        <Suspense fallback={<Starting />}>
          <StartView problem={stage.problem} back={stage.back?.workspace ?? null} />
        </Suspense>
      );
    case 'open':
      return <Frame workspace={stage.workspace} context={context} />;
    default:
      return assertNever(stage);
  }
}
