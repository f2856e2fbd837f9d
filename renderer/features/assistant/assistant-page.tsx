import { Copy } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { readWholeStart } from '#shared/contract/reading/texts.ts';
import { defaultTemplate } from '#shared/prompt/fill-template.ts';
import { fillAfterFiles } from '#shared/prompt/start-text.ts';
import { withinLimit } from '#shared/prompt/within-limit.ts';
import { useApp, writePreferences } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { useContextStore } from '../../api/context-store.ts';
import { useCommands } from '../../services/commands/use-commands.ts';
import { copyText } from '../../services/copy-text.ts';
import { undoCommand } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { ChipChoice } from '../../ui/chip.tsx';
import { AreaField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Strip } from '../../ui/strip.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './assistant-page.module.css';
import { showTab, useAssistant } from './assistant-store.ts';
import { AssistantTextView } from './assistant-text-view.tsx';
import { useReadAgain } from './read-again.tsx';
import { undoSourceChange } from './source-changes.ts';
import { SourcesView } from './sources-view.tsx';

const tabs = { text: 'What it reads', sources: 'Sources', prompt: 'Prompt' };

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
        <ChipChoice className="toolbar" label="What is shown" value={tab} options={tabs} onChoose={showTab} />
      )}
      {hasSources && tab === 'sources' && <SourcesView workspace={workspace} />}
      {hasSources && tab === 'prompt' && <PromptView workspace={workspace.id} />}
      {(!hasSources || tab === 'text') && <AssistantTextView workspace={workspace.id} />}
    </div>
  );
}

/** A template of the person's filled with the memory, for an assistant that reads no files. */
function PromptView({ workspace }: Readonly<{ workspace: string }>) {
  const storedTemplate = useApp((state) => state.preferences.promptTemplate);
  const [template, setTemplate] = useState(storedTemplate ?? defaultTemplate);
  const { answer } = useReadAgain(workspace, () => readWholeStart({ call }, workspace));
  const filled = useMemo(
    () => (answer ? fillAfterFiles(withinLimit(answer, { file: '', memory: '' }), template) : ''),
    [template, answer],
  );
  const keep = (text: string): void => {
    if (text !== (useApp.getState().preferences.promptTemplate ?? defaultTemplate)) {
      void writePreferences({ promptTemplate: text });
    }
  };
  return (
    <div className="scroller">
      {answer !== null && answer.problem !== null && (
        <Strip
          tone="danger"
          label="Over the limit"
          actions={<Button onClick={() => showTab('sources')}>Look at the sources</Button>}
        >
          {answer.problem}
        </Strip>
      )}
      <div className={styles['prompt']}>
        <div className={styles['writing']}>
          <AreaField
            label="Template"
            hint={
              <>
                <code>{'{{global_context}}'}</code> becomes the memory as numbered lines, <code>{'{{today}}'}</code> the
                day. The files under Sources come before it. It is kept for all your memories.
              </>
            }
            className="tall code-text"
            rows={8}
            maxLength={100_000}
            spellCheck={false}
            value={template}
            onType={setTemplate}
            onBlur={() => keep(template)}
          />
          <div className="wrap">
            <Button
              look="primary"
              disabled={answer === null}
              onClick={() => copyText(filled, 'Copied, with the memory filled in.')}
            >
              <Copy aria-hidden /> Copy the result
            </Button>
            {template !== defaultTemplate && (
              <Button
                onClick={() => {
                  setTemplate(defaultTemplate);
                  keep(defaultTemplate);
                }}
              >
                Use the usual template
              </Button>
            )}
          </div>
        </div>
        <section className="stack-1" aria-label="Result">
          <h2 className="label">Result</h2>
          {answer === null ? (
            <Skeleton label="Filling in the memory" />
          ) : (
            <VisibleText as="p" className="as-written code-text sunk" dir="auto" text={filled} />
          )}
        </section>
      </div>
    </div>
  );
}
