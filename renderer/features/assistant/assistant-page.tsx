import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useContextStore } from '../../api/context-store.ts';
import { useCommands } from '../../services/commands/use-commands.ts';
import { undoCommand } from '../../services/undo.ts';
import { Chip } from '../../ui/chip.tsx';
import styles from './assistant-page.module.css';
import { showTab, useAssistant } from './assistant-store.ts';
import { AssistantTextView } from './assistant-text-view.tsx';
import { PromptView } from './prompt-view.tsx';
import { undoSourceChange } from './source-changes.ts';
import { SourcesView } from './sources-view.tsx';

export function AssistantPage({ workspace }: Readonly<{ workspace: Workspace }>) {
  const tab = useAssistant((state) => state.tab);
  const hasSources = useContextStore(
    (state) => state.kind !== 'ready' || state.summary.capabilities.readOnlyReason === null,
  );
  useCommands(
    (command) => (hasSources && tab === 'sources' && undoSourceChange(workspace.id, command)) || undoCommand(command),
  );
  return (
    <div className={styles['view']}>
      <h1 className="visually-hidden">Assistant</h1>
      {hasSources && (
        <div className="wrap-close toolbar" role="group" aria-label="What is shown">
          <Chip pressed={tab === 'text'} onPress={() => showTab('text')}>
            What it reads
          </Chip>
          <Chip pressed={tab === 'sources'} onPress={() => showTab('sources')}>
            Sources
          </Chip>
          <Chip pressed={tab === 'prompt'} onPress={() => showTab('prompt')}>
            Prompt
          </Chip>
        </div>
      )}
      {hasSources && tab === 'sources' && <SourcesView workspace={workspace} />}
      {hasSources && tab === 'prompt' && <PromptView workspace={workspace.id} />}
      {(!hasSources || tab === 'text') && <AssistantTextView workspace={workspace.id} />}
    </div>
  );
}
