import { type ComponentType, useEffect, useRef } from 'react';
import { useApp } from '../../api/app-store.ts';
import { loadPart } from '../../api/connection.ts';
import { isAsLastRead, nothingWasRead } from '../../api/context-store.ts';
import { loadedPart } from '../../api/loaded-part.tsx';
import { useCalm } from '../../entries/calm.ts';
import { Later } from '../../ui/later.tsx';
import { useWhenIdle } from '../../ui/use-when-idle.ts';
import type { ReadyPageProps, StripProps } from '../../view.tsx';
import { FirstWordsStrip, ReviewInspector } from './details/review-inspector.tsx';
import { EntryList } from './entry-list.tsx';
import { FewFound, NothingRead, ReviewEmpty } from './nothing-to-show.tsx';
import { useReview } from './review-store.ts';
import { ReviewToolbar } from './review-toolbar.tsx';
import styles from './review-view.module.css';
import { useFollowTopics } from './topics/topics-store.ts';
import { markedIn } from './triage.ts';
import { useClearSelectionWhenEmpty, useResetNewFilter } from './use-list-follows.ts';
import { useReviewCommands } from './use-review-commands.ts';
import { useReviewList } from './use-review-list.ts';

const ActionBar = loadedPart(() => import('./action-bar.tsx'), 'ActionBar');

const loadDialogs = () => loadPart(() => import('./review-dialogs.tsx'));
const ReviewDialogs = loadedPart(loadDialogs, 'ReviewDialogs');
const loadTriage = () => loadPart(() => import('./triage-bar.tsx'));
const TriageBar = loadedPart(loadTriage, 'TriageBar');
const loadAhead = () => Promise.all([loadDialogs(), loadTriage()]);

const LearnedPanel = loadedPart(() => import('./learned/learned-panel.tsx'), 'LearnedPanel');

type ReviewPageProps = ReadyPageProps & Readonly<{ Strips: ComponentType<StripProps> }>;

function ReviewView({ workspace, context, Strips }: ReviewPageProps) {
  const list = useReviewList(context);
  const { summary } = context;
  const searchField = useRef<HTMLInputElement>(null);
  const asks = useReview(({ dialog }) => dialog.kind !== 'none');
  useWhenIdle(loadAhead);
  const triage = useReview((state) => state.triage);
  const calm = triage !== null;
  const chart = useApp((state) => state.preferences.reviewChart ?? 'none');
  const showsChart = chart !== 'none' && !calm && summary.capabilities.dates && context.entries.length > 0;
  const writable = workspace.writable && summary.writable && !isAsLastRead(summary);
  useEffect(() => {
    useCalm.setState({ calm });
    return () => useCalm.setState({ calm: false });
  }, [calm]);
  // If the file was deleted, a key leads to what can be done about that.
  useReviewCommands(list, writable || (workspace.writable && summary.status === 'deleted'), () => {
    searchField.current?.focus();
    searchField.current?.select();
  });
  useClearSelectionWhenEmpty(list.isCurrent && list.rows.length === 0);
  useResetNewFilter(markedIn(summary) === 0 && !calm);
  if (nothingWasRead(summary)) {
    return (
      <div className={styles['view']}>
        <h1 className="visually-hidden">Review</h1>
        <NothingRead summary={summary} />
      </div>
    );
  }
  return (
    <div className={styles['view']}>
      <h1 className="visually-hidden">Review</h1>
      <ReviewToolbar context={context} list={list} calm={calm} writable={writable} searchField={searchField} />
      {showsChart && <LearnedPanel context={context} />}
      {triage && <TriageBar triage={triage} list={list} summary={summary} writable={writable} />}
      <EntryList
        context={context}
        list={list}
        writable={writable}
        above={
          <>
            {!calm && <FirstWordsStrip context={context} />}
            <Strips workspace={workspace} summary={summary} changeable={writable} calm={calm} />
          </>
        }
        below={
          list.rows.length > 0
            ? list.isCurrent && !calm && <FewFound count={list.shown} />
            : !calm && <ReviewEmpty context={context} writable={writable} />
        }
      />
      <Later>
        <ActionBar list={list} writable={writable} />
      </Later>
      {asks && <ReviewDialogs workspace={workspace.id} />}
    </div>
  );
}

export function ReviewPage(props: ReviewPageProps) {
  const { workspace, context } = props;
  useFollowTopics(workspace.id, context.summary.capabilities.severalFiles);
  return (
    <>
      <div className="grow">
        <ReviewView {...props} />
      </div>
      {context.entries.length > 0 && <ReviewInspector context={context} />}
    </>
  );
}
