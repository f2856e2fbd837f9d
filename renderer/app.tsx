import { useEffect } from 'react';
import { startListening } from './api/ahead.ts';
import { useApp } from './api/app-store.ts';
import { on, onConnectionProblem } from './api/connection.ts';
import { useContextStore } from './api/context-store.ts';
import { loadedPart } from './api/loaded-part.tsx';
import { useUnsavedGuard } from './api/unsaved.ts';
import { StartFailed, Starting } from './features/home/starting.tsx';
import { useKeyboard } from './services/commands/use-commands.ts';
import { say } from './services/notices.ts';
import { useDesktop, useDroppedFiles } from './shell/desktop/use-desktop.ts';
import { FailedView } from './shell/failed-view.tsx';
import { Frame } from './shell/frame.tsx';
import { Help } from './shell/help/help.tsx';
import { useNews } from './shell/news/use-news.ts';
import { Announcer } from './ui/announcer.tsx';
import { useFocusKept } from './ui/keep-focus.ts';
import { Later } from './ui/later.tsx';
import { Layers } from './ui/layers.tsx';

const FirstHome = loadedPart(() => import('./features/home/home-page.tsx'), 'FirstHome', <Starting />);

const BackupDialogs = loadedPart(() => import('./features/settings/backup/backup-dialogs.tsx'), 'BackupDialogs');

const NoticeList = loadedPart(() => import('./shell/notice-list.tsx'), 'NoticeList');

const Questions = loadedPart(() => import('./shell/questions.tsx'), 'Questions');

export function App() {
  useKeyboard();
  useFocusKept();
  useDesktop();
  useDroppedFiles();
  useUnsavedGuard();
  useNews();
  useEffect(() => on('notice', ({ severity, message }) => say(message, severity === 'info' ? 'info' : 'warning')), []);
  useEffect(() => onConnectionProblem((message) => say(message, 'warning')), []);
  // Runs after everything above and below has begun to listen.
  useEffect(startListening, []);
  return (
    <FailedView>
      {/* First: below the window its one pixel would let the page be scrolled. */}
      <Announcer />
      <Stage />
      <Later>
        <Questions />
        <BackupDialogs />
      </Later>
      <Help />
      <Layers />
      <Later>
        <NoticeList />
      </Later>
    </FailedView>
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
      return <FirstHome problem={stage.problem} />;
    case 'open':
      return <Frame workspace={stage.workspace} context={context} />;
  }
}
