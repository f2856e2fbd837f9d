import { useEffect, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import { useApp, writePreferences } from '../../api/app-store.ts';
import { call, on } from '../../api/connection.ts';
import { isOtherFormat } from '../../api/context-store.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import { useCommands } from '../../services/commands/use-commands.ts';
import { undoCommand } from '../../services/undo.ts';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { PageProps } from '../../view.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import { FileList } from './file-list.tsx';
import { HistoryLimits } from './history-limits.tsx';
import { HoldChoice } from './hold-choice.tsx';
import { LimitForm } from './limit-form.tsx';
import { MeasureForm } from './measure-form.tsx';
import { OverLimitChoice } from './over-limit-choice.tsx';
import styles from './settings-view.module.css';
import { TokenLimitForm } from './token-limit-form.tsx';

type Read = Result<'settings.read'>;

export function SettingsView({ workspace, context }: PageProps) {
  const version = useApp((state) => state.version);
  const hasBudget = context.kind !== 'ready' || !isOtherFormat(context.summary);
  const { theme, density } = useApp((state) => state.preferences);
  const { read, problem } = useSettings(workspace.id);
  useCommands(undoCommand);
  return (
    <div className={styles['page']}>
      <div className={styles['column']}>
        <h1>Settings</h1>
        {hasBudget && (
          <section className={styles['section']} aria-label="Budget">
            <h2>Budget</h2>
            {problem && <FieldProblem>{problem.message}</FieldProblem>}
            {read === null && problem === null && <Skeleton label="Reading the settings" />}
            {read?.problems.map((told) => (
              <FieldProblem key={told}>{told}</FieldProblem>
            ))}
            {read && (
              <>
                <TokenLimitForm
                  workspace={workspace.id}
                  limit={read.settings.tokenLimit}
                  writable={workspace.writable}
                />
                <MeasureForm workspace={workspace.id} measure={read.settings.measure} writable={workspace.writable} />
                <OverLimitChoice
                  workspace={workspace.id}
                  value={read.settings.overLimit}
                  writable={workspace.writable}
                />
              </>
            )}
          </section>
        )}
        {hasBudget && read && (
          <section className={styles['section']} aria-label="Your corrections">
            <h2>Your corrections</h2>
            <HoldChoice
              workspace={workspace.id}
              value={read.settings.holdAgainstCorrections}
              writable={workspace.writable}
            />
          </section>
        )}
        {hasBudget && read && (
          <section className={styles['section']} aria-label="What an assistant starts with">
            <h2>What an assistant starts with</h2>
            <LimitForm
              workspace={workspace.id}
              limit="maxTokens"
              value={read.settings.maxTokens}
              label="Tokens in all"
              hint="The files it reads first and the memory together. 200,000 is usual."
              least="100"
              most="100,000,000"
              writable={workspace.writable}
            />
          </section>
        )}
        {hasBudget && read && (
          <section className={styles['section']} aria-label="History">
            <h2>History</h2>
            <HistoryLimits workspace={workspace.id} settings={read.settings} writable={workspace.writable} />
          </section>
        )}
        <section className={styles['section']} aria-label="Appearance">
          <h2>Appearance</h2>
          <ChoiceGroup
            label="Theme"
            value={theme}
            options={[
              { value: 'system', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            onChoose={(value) => void writePreferences({ theme: value })}
          />
          <ChoiceGroup
            label="Rows"
            value={density}
            options={[
              { value: 'comfortable', label: 'Comfortable' },
              { value: 'compact', label: 'Compact' },
            ]}
            onChoose={(value) => void writePreferences({ density: value })}
          />
        </section>
        <section className={styles['section']} aria-label="Files">
          <h2>Where it lives</h2>
          <FileList workspace={workspace} settingsPath={read?.path ?? null} />
        </section>
        <section className={styles['section']} aria-label="About">
          <h2>About</h2>
          <p>
            Contexture {version}. It shows what your assistant has learned, changes only the lines you change, and keeps
            every version it meets on this computer. It sends nothing anywhere.
          </p>
        </section>
      </div>
    </div>
  );
}

function useSettings(workspace: string): { readonly read: Read | null; readonly problem: Problem | null } {
  const [read, setRead] = useState<Read | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let current = true;
    call('settings.read', { workspace })
      .then((answer) => current && setRead(answer))
      .catch((error: unknown) => current && setProblem(problemOf(error)));
    const off = on('settings.changed', (event) => {
      if (event.workspace === workspace) {
        const { settings, problems } = event;
        setRead((before) => before && { ...before, settings, problems });
      }
    });
    return () => {
      current = false;
      off();
    };
  }, [workspace]);
  return { read, problem };
}
