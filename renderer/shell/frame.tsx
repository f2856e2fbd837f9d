import { useState } from 'react';
import { viewOf } from '#shared/views.ts';
import { loadPart } from '../api/connection.ts';
import { type ContextState, loadContext, nothingWasRead } from '../api/context-store.ts';
import { loadedPart } from '../api/loaded-part.tsx';
import { go, useView } from '../api/navigation.ts';
import { goThroughNews } from '../jumps.ts';
import { AboveEveryView, OnEveryView } from '../on-every-view.tsx';
import { awaitField, runFirst, useCommands } from '../services/commands/use-commands.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { focusViewSoon } from '../ui/keep-focus.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { narrowWindow, useMedia } from '../ui/use-media.ts';
import { useWhenIdle } from '../ui/use-when-idle.ts';
import type { PageProps, PageView } from '../view.tsx';
import { views } from '../views.ts';
import { FailedView } from './failed-view.tsx';
import styles from './frame.module.css';
import { FrameStrips, isOfMemory } from './frame-strips.tsx';
import { Gauge } from './gauge/gauge.tsx';
import { PrintSheet } from './print-sheet.tsx';
import { loadNarrowRail, Rail } from './rail.tsx';
import { useFileNews, useOutsideNews } from './use-outside-news.ts';

const loadPalette = () => loadPart(() => import('./palette/palette.tsx'));
const CommandPalette = loadedPart(loadPalette, 'CommandPalette');

const loadNarrowHead = () => loadPart(() => import('./narrow-head.tsx'));
const NarrowHead = loadedPart(loadNarrowHead, 'NarrowHead', <div className={styles['narrowHead']} />);

/** Loads the most visited views early, so that they are ready by then. */
const loadAhead = () =>
  Promise.all([
    loadPalette(),
    loadNarrowHead(),
    loadNarrowRail(),
    ...views.flatMap(({ isLoadedAhead, load }) => (isLoadedAhead && load ? [load()] : [])),
  ]);

export function Frame({ workspace, context }: PageProps) {
  const chosen = useView((state) => state.view);
  const available = views.filter(({ isAvailable }) => isAvailable(context));
  const view = available.find(({ id }) => id === chosen) ?? views.find(({ id }) => id === 'review');
  const [palette, setPalette] = useState(false);
  const isNarrow = useMedia(narrowWindow);
  useWhenIdle(loadAhead);
  useOutsideNews();
  useFileNews();
  useCommands((command) => {
    const leadsTo = viewOf(command);
    if (leadsTo !== null) {
      if (available.some(({ id }) => id === leadsTo)) {
        go(leadsTo);
      }
      return true;
    }
    return runFirst(command, {
      triage: () => {
        goThroughNews();
        // Coming from another view, the list is still loading.
        setTimeout(() => focusViewSoon());
      },
      // The browser would offer to save the page.
      save: () => undefined,
      palette: () => {
        awaitField();
        setPalette(true);
      },
    });
  });
  return (
    <div className={styles['frame']}>
      <Rail views={available} shown={view} workspace={workspace} context={context} />
      <main className={styles['main']}>
        {/* The strip of the sample already names the place. */}
        {isNarrow && view && isOfMemory(view) && !workspace.sample && <NarrowHead workspace={workspace} view={view} />}
        <FrameStrips workspace={workspace} />
        {/* Home has it among its attention cards; views beside the memory show only a line. */}
        {view?.id !== 'home' && (
          <AboveEveryView workspace={workspace} context={context} brief={view?.group !== 'memory'} />
        )}
        {view?.showsGauge && context.kind === 'ready' && !nothingWasRead(context.summary) && (
          <div className={styles['top']}>
            <Gauge summary={context.summary} />
          </div>
        )}
        <div className={styles['content']}>
          {view && (
            <FailedView key={view.id}>
              <CurrentView view={view} workspace={workspace} context={context} />
            </FailedView>
          )}
        </div>
      </main>
      {view?.id === 'review' && <PrintSheet name={workspace.name} />}
      <OnEveryView workspace={workspace} context={context} />
      {palette && <CommandPalette workspace={workspace} context={context} onClose={() => setPalette(false)} />}
    </div>
  );
}

function CurrentView({ view, workspace, context }: PageProps & Readonly<{ view: PageView }>) {
  if (!view.needsContext) {
    return <view.Page workspace={workspace} context={context} />;
  }
  return context.kind === 'ready' ? (
    <view.Page workspace={workspace} context={context} />
  ) : (
    <ContextPlaceholder context={context} />
  );
}

/** Replaces a view without a context, which is loading or could not be read. */
function ContextPlaceholder({ context }: Readonly<{ context: ContextState }>) {
  return (
    <div className="scroller">
      {context.kind === 'failed' ? (
        <EmptyState
          title="The memory could not be read"
          action={
            <>
              <Button look="primary" onClick={() => void loadContext(context.workspace)}>
                Try again
              </Button>
              <Button onClick={() => go('home')}>Open another</Button>
            </>
          }
        >
          {context.problem.message}
        </EmptyState>
      ) : (
        <Skeleton label="Reading what your assistant has learned" />
      )}
    </div>
  );
}
