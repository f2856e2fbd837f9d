import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { HistoryDialogs } from './history-dialogs.tsx';
import { HistoryInspector } from './history-inspector.tsx';
import { useHistory } from './history-store.ts';
import { HistoryView } from './history-view.tsx';
import { TextComparison } from './text-comparison.tsx';
import { useHistoryLines } from './use-history-lines.ts';

/** The timeline of all versions, or two texts side by side, with what changed in the chosen one beside it. */
export function HistoryPage({ workspace }: Readonly<{ workspace: Workspace }>) {
  const { state, more, reload } = useHistoryLines(workspace.id);
  const comparing = useHistory((store) => store.comparing);
  return (
    <>
      {comparing ? (
        <TextComparison key={comparing.position} workspace={workspace.id} version={comparing} />
      ) : (
        <HistoryView workspace={workspace} state={state} more={more} reload={reload} />
      )}
      {!(state.kind === 'ready' && state.lines.length === 0) && (
        <HistoryInspector workspace={workspace} state={state} />
      )}
      <HistoryDialogs workspace={workspace.id} state={state} />
    </>
  );
}
