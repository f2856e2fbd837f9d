import type { ComponentType } from 'react';
import type { ReadyPageProps, StripProps } from '../../view.tsx';
import { ReviewInspector } from './details/review-inspector.tsx';
import { ReviewView } from './review-view.tsx';

type ReviewPageProps = ReadyPageProps & Readonly<{ Strips: ComponentType<StripProps> }>;

/** The list, and the details of the entry the cursor is on beside it. */
export function ReviewPage({ workspace, context, Strips }: ReviewPageProps) {
  return (
    <>
      <div className="grow">
        <ReviewView workspace={workspace} context={context} Strips={Strips} />
      </div>
      {context.entries.length > 0 && <ReviewInspector context={context} />}
    </>
  );
}
