import { type ReactNode, useEffect, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
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

/** What can be chosen, for this memory and of how all of them look. */
export function SettingsView({ workspace, context }: PageProps) {
  const hasBudget = context.kind !== 'ready' || !isOtherFormat(context.summary);
  const { read, problem } = useSettings(workspace.id);
  useCommands(undoCommand);
  return (
    <div className={styles['page']}>
      <div className={styles['column']}>
        <h1>Settings</h1>
        {hasBudget && (
          <Section title="Budget">
            {problem && <FieldProblem>{problem.message}</FieldProblem>}
            {read === null && problem === null && <Skeleton label="Reading the settings" />}
            {read?.problems.map((told) => (
              <FieldProblem key={told}>{told}</FieldProblem>
            ))}
            {read && <BudgetSettings workspace={workspace} settings={read.settings} />}
          </Section>
        )}
        {hasBudget && read && <FurtherSettings workspace={workspace} settings={read.settings} />}
        <Section title="Appearance">
          <Appearance />
        </Section>
        <Section title="Where it lives" label="Files">
          <FileList workspace={workspace} settingsPath={read?.path ?? null} />
        </Section>
        <Section title="About">
          <About />
        </Section>
      </div>
    </div>
  );
}

type SectionProps = Readonly<{ title: string; label?: string; children: ReactNode }>;

function Section({ title, label = title, children }: SectionProps) {
  return (
    <section className={styles['section']} aria-label={label}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

type SettingsProps = Readonly<{ workspace: Workspace; settings: Read['settings'] }>;

function BudgetSettings({ workspace: { id, writable }, settings }: SettingsProps) {
  return (
    <>
      <TokenLimitForm workspace={id} limit={settings.tokenLimit} writable={writable} />
      <MeasureForm workspace={id} measure={settings.measure} writable={writable} />
      <OverLimitChoice workspace={id} value={settings.overLimit} writable={writable} />
    </>
  );
}

function FurtherSettings({ workspace: { id, writable }, settings }: SettingsProps) {
  return (
    <>
      <Section title="Your corrections">
        <HoldChoice workspace={id} value={settings.holdAgainstCorrections} writable={writable} />
      </Section>
      <Section title="What an assistant starts with">
        <LimitForm
          workspace={id}
          limit="maxTokens"
          value={settings.maxTokens}
          label="Tokens in all"
          hint="The files it reads first and the memory together. 200,000 is usual."
          least="100"
          most="100,000,000"
          writable={writable}
        />
      </Section>
      <Section title="History">
        <HistoryLimits workspace={id} settings={settings} writable={writable} />
      </Section>
    </>
  );
}

function Appearance() {
  const { theme, density } = useApp((state) => state.preferences);
  return (
    <>
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
    </>
  );
}

function About() {
  const version = useApp((state) => state.version);
  return (
    <p>
      Contexture {version}. It shows what your assistant has learned, changes only the lines you change, and keeps every
      version it meets on this computer. It sends nothing anywhere.
    </p>
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
