import { type ComponentType, useRef } from 'react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { isAsLastRead, nothingWasRead, type ReadyContext } from '../../api/context-store.ts';
import longList from '../../ui/long-list.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { StripProps } from '../../view.tsx';
import { ActionBar } from './action-bar.tsx';
import { EntryList } from './entry-list.tsx';
import { NothingRead } from './nothing-read.tsx';
import { ReviewDialogs } from './review-dialogs.tsx';
import { ReviewEmpty } from './review-empty.tsx';
import { useReview } from './review-store.ts';
import { ReviewToolbar } from './review-toolbar.tsx';
import styles from './review-view.module.css';
import { markedIn } from './triage.ts';
import { TriageBar } from './triage-bar.tsx';
import { useArchiveMatches } from './use-archive-matches.ts';
import { useHeight } from './use-height.ts';
import { useNothingMeant } from './use-list-follows.ts';
import { useReviewCommands } from './use-review-commands.ts';
import { type ShownList, useReviewList } from './use-review-list.ts';

type ReviewViewProps = Readonly<{ workspace: Workspace; context: ReadyContext; Strips: ComponentType<StripProps> }>;

/** The home view: what the assistant has learned, to be read, corrected and kept. */
export function ReviewView({ workspace, context, Strips }: ReviewViewProps) {
  const list = useReviewList(context, useArchiveMatches(workspace.id, context.summary.capabilities.archive));
  return list === null ? (
    <div className={styles['view']}>
      <h1 className="visually-hidden">Review</h1>
      <Skeleton label="Putting the entries in order" />
    </div>
  ) : (
    <Review workspace={workspace} context={context} Strips={Strips} list={list} />
  );
}

function Review({ workspace, context, Strips, list }: ReviewViewProps & Readonly<{ list: ShownList }>) {
  const { summary } = context;
  const searchField = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [above, measureAbove] = useHeight();
  const triage = useReview((state) => state.triage);
  const writable = workspace.writable && summary.writable && !isAsLastRead(summary);
  // A key where the file was deleted is answered by what to do about that.
  useReviewCommands(list, writable || (workspace.writable && summary.status === 'deleted'), () => {
    searchField.current?.focus();
    searchField.current?.select();
  });
  useNothingMeant(list.current && list.rows.length === 0);
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
      <ReviewToolbar
        list={list}
        total={context.entries.length}
        marked={markedIn(summary)}
        calm={triage !== null}
        capabilities={summary.capabilities}
        writable={writable}
        searchField={searchField}
      />
      {triage && <TriageBar triage={triage} list={list} summary={summary} writable={writable} />}
      <div className={longList['scroller']} ref={scroller}>
        <div ref={measureAbove}>
          <Strips workspace={workspace} summary={summary} changeable={writable} calm={triage !== null} />
        </div>
        {list.rows.length > 0 ? (
          <EntryList
            list={list}
            today={summary.today}
            writable={writable}
            dimmed={isAsLastRead(summary)}
            scroller={scroller}
            above={above}
          />
        ) : triage ? null : (
          <ReviewEmpty total={context.entries.length} capabilities={summary.capabilities} writable={writable} />
        )}
      </div>
      <ActionBar list={list} writable={writable} />
      <ReviewDialogs workspace={workspace.id} />
    </div>
  );
}
