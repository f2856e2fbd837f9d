import { BookOpenText } from 'lucide-react';
import type { ComponentType } from 'react';
import { nothingWasRead } from '../../api/context-store.ts';
import { type FeatureView, plainView, type StripProps } from '../../view.tsx';
import { ReviewPage } from './review-view.tsx';
import { markedIn } from './triage.ts';

/** The page begins with it, so it is not loaded apart. `Strips` come from several features. */
export const reviewView = (Strips: ComponentType<StripProps>): FeatureView<'review'> => ({
  ...plainView,
  id: 'review',
  Page: (props) => <ReviewPage {...props} Strips={Strips} />,
  load: null,
  showsGauge: true,
  needsContext: true,
  icon: BookOpenText,
  words: 'entries',
  useBadge: ({ context }) => {
    if (context.kind !== 'ready') {
      return { count: null, mark: null, isListed: true };
    }
    const { summary } = context;
    return {
      count: nothingWasRead(summary) ? null : summary.entryCount,
      mark: markedIn(summary) > 0 ? 'New or changed since you last looked' : null,
      isListed: true,
    };
  },
});
