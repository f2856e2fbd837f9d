import { lazy, Suspense, useEffect, useState } from 'react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { choose, useApp } from '../api/app-store.ts';
import { type ContextState, isOtherFormat, nothingWasRead } from '../api/context-store.ts';
import { go, useView } from '../api/navigation.ts';
import { assertNever } from '../api/problem.ts';
import { ArchiveDialogs } from '../features/archive/archive-dialogs.tsx';
import { useEditorFollows } from '../features/editor/use-editor-follows.ts';
import { EraseDialogs } from '../features/erasure/erase-dialogs.tsx';
import { ReviewInspector } from '../features/review/details/review-inspector.tsx';
import { ReviewView } from '../features/review/review-view.tsx';
import { startTriage } from '../features/review/triage-actions.ts';
import { useCommands } from '../services/commands/use-commands.ts';
import { focusViewSoon } from '../ui/keep-focus.ts';
import { Later } from '../ui/later.tsx';
import { ContextPlaceholder } from './context-placeholder.tsx';
import styles from './frame.module.css';
import { FrameStrips } from './frame-strips.tsx';
import { Gauge } from './gauge/gauge.tsx';
import { Rail } from './rail.tsx';
import { SampleQuestion } from './sample-question.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useFileNews, useOutsideNews } from './use-outside-news.ts';

const EditorView = lazy(() =>
  import('../features/editor/editor-view.tsx').then((module) => ({ default: module.EditorView })),
);

const HistoryPage = lazy(() =>
  import('../features/history/history-page.tsx').then((module) => ({ default: module.HistoryPage })),
);

const AssistantPage = lazy(() =>
  import('../features/assistant/assistant-page.tsx').then((module) => ({ default: module.AssistantPage })),
);

const loadArchive = () => import('../features/archive/archive-page.tsx');
const ArchivePage = lazy(() => loadArchive().then((module) => ({ default: module.ArchivePage })));

const loadSettings = () => import('../features/settings/settings-view.tsx');
const SettingsView = lazy(() => loadSettings().then((module) => ({ default: module.SettingsView })));

const loadPalette = () => import('./palette/palette.tsx');
const CommandPalette = lazy(() => loadPalette().then((module) => ({ default: module.CommandPalette })));

/** What people go to most, so that it is at hand by then. */
const loadOften = () => Promise.all([loadPalette(), loadArchive(), loadSettings()]);

type FrameProps = Readonly<{ workspace: Workspace; context: ContextState }>;

/** The window around every view: where to go on the left, the gauge on top. */
export function Frame({ workspace, context }: FrameProps) {
  const chosen = useView((state) => state.view);
  const hasArchive = context.kind !== 'ready' || !isOtherFormat(context.summary);
  const view = chosen === 'archive' && !hasArchive ? 'review' : chosen;
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);
  useWhenIdle(loadOften);
  useOutsideNews();
  useFileNews();
  useEditorFollows(workspace, context);
  useCommands((command) => {
    switch (command) {
      case 'go-review':
        go('review');
        return true;
      case 'go-archive':
        if (hasArchive) {
          go('archive');
        }
        return true;
      case 'go-editor':
        go('editor');
        return true;
      case 'go-history':
        go('history');
        return true;
      case 'go-assistant':
        go('assistant');
        return true;
      case 'go-settings':
        go('settings');
        return true;
      case 'triage':
        go('review');
        startTriage();
        // From another view the list is on its way.
        setTimeout(() => focusViewSoon());
        return true;
      case 'save':
        return true; // the browser would offer to save the page
      case 'palette':
        setPalette(true);
        return true;
      case 'help':
        setHelp(true);
        return true;
      default:
        return false;
    }
  });
  return (
    <div className={styles['frame']}>
      <Rail
        view={view}
        workspace={workspace}
        context={context}
        onHelp={() => setHelp(true)}
        onSwitch={() => choose()}
      />
      <main className={styles['main']}>
        <FrameStrips workspace={workspace} />
        {context.kind === 'ready' && !nothingWasRead(context.summary) && (
          <div className={styles['top']}>
            <Gauge summary={context.summary} />
          </div>
        )}
        <div className={styles['content']}>
          <CurrentView view={view} workspace={workspace} context={context} />
        </div>
      </main>
      <Later>
        <SampleQuestion />
        <ArchiveDialogs workspace={workspace.id} />
        <EraseDialogs workspace={workspace.id} />
      </Later>
      {help && <ShortcutHelp onClose={() => setHelp(false)} />}
      {palette && (
        <Suspense fallback={null}>
          <CommandPalette workspace={workspace} context={context} onClose={() => setPalette(false)} />
        </Suspense>
      )}
    </div>
  );
}

type CurrentViewProps = FrameProps & Readonly<{ view: ReturnType<typeof useView.getState>['view'] }>;

function CurrentView({ view, workspace, context }: CurrentViewProps) {
  const version = useApp((state) => state.version);
  switch (view) {
    case 'review':
      return context.kind === 'ready' ? (
        <>
          <div className={styles['list']}>
            <ReviewView workspace={workspace} context={context} />
          </div>
          {context.entries.length > 0 && <ReviewInspector context={context} />}
        </>
      ) : (
        <ContextPlaceholder context={context} />
      );
    case 'archive':
      return (
        <Suspense fallback={null}>
          <ArchivePage key={workspace.id} workspace={workspace} />
        </Suspense>
      );
    case 'editor':
      return context.kind === 'ready' ? (
        <Suspense fallback={null}>
          <EditorView key={workspace.id} workspace={workspace} context={context} />
        </Suspense>
      ) : (
        <ContextPlaceholder context={context} />
      );
    case 'history':
      return (
        <Suspense fallback={null}>
          <HistoryPage key={workspace.id} workspace={workspace} />
        </Suspense>
      );
    case 'assistant':
      return (
        <Suspense fallback={null}>
          <AssistantPage key={workspace.id} workspace={workspace} />
        </Suspense>
      );
    case 'settings':
      return (
        <Suspense fallback={null}>
          <SettingsView key={workspace.id} workspace={workspace} context={context} version={version} />
        </Suspense>
      );
    default:
      return assertNever(view);
  }
}

/** Loads something that is likely to be wanted once there is nothing else to do. */
function useWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    const idle = requestIdleCallback(() => void load().catch(() => undefined), { timeout: 5000 });
    return () => cancelIdleCallback(idle);
  }, [load]);
}
