import { isAsLastRead } from './api/context-store.ts';
import { loadedPart } from './api/loaded-part.tsx';
import { useView } from './api/navigation.ts';
import { ArchiveDialogs } from './features/archive/archive-dialogs.tsx';
import { BringInDialogs } from './features/bring-in/bring-in-dialogs.tsx';
import { DecisionCard } from './features/decisions/decision-card.tsx';
import { EditorFollows } from './features/editor/editor-follows.ts';
import { useEditorDirty } from './features/editor/editor-store.ts';
import { EraseDialogs } from './features/erasure/erase-dialogs.tsx';
import { ScanDialogs } from './features/scan/scan-dialogs.tsx';
import { TransferDialogs } from './features/transfer/transfer-dialogs.tsx';
import { TwinsDialogs } from './features/twins/twins-dialogs.tsx';
import { Later } from './ui/later.tsx';
import type { PageProps } from './view.tsx';

/** Most of the time nothing has moved. */
const OldPlacesStrip = loadedPart(() => import('./features/connections/old-places-strip.tsx'), 'OldPlacesStrip');
const UpdateNotices = loadedPart(() => import('./features/settings/update-cards.tsx'), 'UpdateNotices');

/** Messages of features about more than the open memory, among the strips of every view. */
export function StripsOnEveryView() {
  return (
    <Later>
      <OldPlacesStrip />
    </Later>
  );
}

/** Parts that features keep on the page in every view: code that follows the file, and dialogs that several views open. */
export function OnEveryView({ workspace, context }: PageProps) {
  return (
    <>
      <EditorFollows workspace={workspace} context={context} />
      <Later>
        <ArchiveDialogs workspace={workspace.id} />
        <BringInDialogs workspace={workspace.id} />
        <EraseDialogs workspace={workspace.id} />
        <TransferDialogs workspace={workspace.id} />
        <ScanDialogs workspace={workspace.id} />
        <TwinsDialogs workspace={workspace.id} />
        <UpdateNotices />
      </Later>
    </>
  );
}

/**
 * Decisions that wait for an answer, above every view, so that they stay in sight. @param brief true to show only a line that
 * leads to them
 */
export function AboveEveryView({ workspace, context, brief = false }: PageProps & Readonly<{ brief?: boolean }>) {
  const isDirty = useEditorDirty();
  const isInEditor = useView(({ view }) => view === 'editor');
  if (context.kind !== 'ready' || context.summary.capabilities.readOnlyReason !== null) {
    return null;
  }
  const { summary } = context;
  return (
    <DecisionCard
      workspace={workspace.id}
      brief={brief}
      isTypedBelow={isInEditor && isDirty}
      writable={workspace.writable && summary.writable && !isAsLastRead(summary)}
    />
  );
}
