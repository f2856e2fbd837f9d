import { Copy, FolderSearch } from 'lucide-react';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/contract.ts';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { type Settings, settings } from '#shared/contract/features/settings.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { claudeCleanup } from '#shared/programs/claude-code/cleanup.ts';
import { formatNames } from '#shared/wording/formats.ts';
import { archivedFirst } from '#shared/wording/rules.ts';
import { onIn, useAnswer } from '../../api/answers.ts';
import { useApp, writePreferences } from '../../api/app-store.ts';
import { call, type Problem } from '../../api/connection.ts';
import { go } from '../../api/navigation.ts';
import { changeLimit, showSaved, showSources } from '../../jumps.ts';
import { useCommands } from '../../services/commands/use-commands.ts';
import { copyText } from '../../services/copy-text.ts';
import { attempt } from '../../services/notices.ts';
import { undoCommand } from '../../services/undo.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { PageProps } from '../../view.tsx';
import { countInWords } from '../../wording/counts.ts';
import { BackupSection } from './backup/backup-section.tsx';
import { ExportSection } from './export-section.tsx';
import { MeasureForm } from './measure-form.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { SettingsSection } from './section.tsx';
import { LimitForm, PathsForm, percentOf, SettingChoice, SettingsEffect, ShareForm } from './setting-controls.tsx';
import styles from './settings-view.module.css';
import { UpdatesSection } from './updates-section.tsx';
import { WorkArchiveSettings } from './work-archive-settings.tsx';

type SettingsResult = Result<'settings.read'>;

export function SettingsView({ workspace, context }: PageProps) {
  const version = useApp((state) => state.version);
  const summary = context.kind === 'ready' ? context.summary : null;
  const hasBudget = summary === null || summary.capabilities.budget !== null;
  const { read, problem } = useSettings(workspace.id);
  useCommands(undoCommand);
  return (
    <div className={styles['page']}>
      <div className="page">
        <h1>Settings</h1>
        <p className={styles['scope']}>
          For <VisibleText text={workspace.name} />
        </p>
        {hasBudget && (
          <SettingsSection name="Budget">
            {problem && <FieldProblem>{problem.message}</FieldProblem>}
            {read === null && problem === null && <Skeleton label="Reading the settings" />}
            {read?.problems.map((message) => (
              <FieldProblem key={message}>{message}</FieldProblem>
            ))}
            {read && <BudgetControls workspace={workspace} values={read.settings} summary={summary} />}
          </SettingsSection>
        )}
        {read?.readAs && <FormControl workspace={workspace.id} readAs={read.readAs} value={read.settings.readAs} />}
        {read && (
          <OtherControls workspace={workspace} values={read.settings} recall={summary?.capabilities.recall ?? false} />
        )}
        {context.kind === 'ready' && context.complete && (
          <ExportSection workspace={workspace} context={context} isBelowAll={read !== null || problem !== null} />
        )}
        <SettingsSection name="Files" heading="Where it lives">
          <FileList workspace={workspace} settingsPath={read?.path ?? null} />
        </SettingsSection>
        <p className={styles['scope']}>For all memories</p>
        <SettingsSection name="Conversations">
          <p>
            Some assistants delete conversations, Claude Code after {claudeCleanup.defaultDays} days. You can save all
            conversations with an assistant, or of one project, on this computer.
          </p>
          <div>
            <Button onClick={showSaved}>Saved conversations</Button>
          </div>
        </SettingsSection>
        <NotificationSettings />
        <BackupSection />
        <Appearance />
        <UpdatesSection />
        <SettingsSection name="About">
          <p>
            Contexture {version}. It shows what your assistant has learned, changes only the lines you change, and keeps
            every version it meets on this computer. What it knows never leaves it.
          </p>
        </SettingsSection>
      </div>
    </div>
  );
}

/** True if a link led the person here to type another limit. */
const useLimitWanted = create<{ readonly isWanted: boolean }>(() => ({ isWanted: false }));
changeLimit.answer(() => useLimitWanted.setState({ isWanted: true }));
const onThere = (): void => useLimitWanted.setState({ isWanted: false });

type ControlsProps = Readonly<{ workspace: Workspace; values: Settings }>;

type BudgetControlsProps = ControlsProps & Readonly<{ summary: ContextSummary | null }>;

/** Null for a memory of our own form until it has been read. */
function BudgetControls({ workspace: { id, writable }, values, summary }: BudgetControlsProps) {
  const isWanted = useLimitWanted((state) => state.isWanted);
  const shared = { workspace: id, writable };
  const measure = summary?.tokens.measure ?? values.measure;
  const { hint, isOurs } = limitOf(summary);
  return (
    <>
      <LimitForm
        {...shared}
        limit="tokenLimit"
        value={values.tokenLimit}
        label={measure === 'characters' ? 'Character limit' : 'Token limit'}
        hint={hint}
        saveName="Save"
        saved={(limit) => `The limit is ${amountInWords(limit, measure)}.`}
        wanted={{ isWanted, onThere }}
        effect={(tokenLimit) => <SettingsEffect workspace={id} tokenLimit={tokenLimit} />}
      />
      {summary !== null && isOurs && summary.tokens.total > summary.tokens.limit && (
        <p role="status">
          The memory is {amountInWords(summary.tokens.total - summary.tokens.limit, measure)} over the limit.{' '}
          <Button look="link" onClick={() => go('review')}>
            Choose in Review what is archived
          </Button>
        </p>
      )}
      {isOurs && (
        <>
          <MeasureForm {...shared} measure={values.measure} />
          <SettingChoice
            {...shared}
            label="When the memory goes over its limit"
            value={values.overLimit}
            options={[
              { value: 'ask', label: 'Ask me', hint: 'You see which entries would be archived, and decide.' },
              {
                value: 'always',
                label: 'Archive without asking',
                hint: `When space is needed, ${archivedFirst}. They can all be restored.`,
              },
            ]}
            settingsFor={(overLimit) => ({ overLimit })}
          />
        </>
      )}
    </>
  );
}

/** Source of the limit, and whether entries over it are ours to archive. */
function limitOf(summary: ContextSummary | null): { readonly hint: string; readonly isOurs: boolean } {
  const { assistant = null, budget = null } = summary?.capabilities ?? {};
  const usual = budget?.limit ?? settings.tokenLimit.default;
  if (assistant === null || budget === null) {
    return { hint: `Maximum size of the memory. Default: ${countInWords(usual)}.`, isOurs: true };
  }
  return {
    hint: `${assistant} allows ${countInWords(usual)} ${budget.unit}. Change this only if you changed it in ${assistant}.`,
    isOurs: false,
  };
}

type FormControlProps = Readonly<{
  workspace: string;
  readAs: NonNullable<SettingsResult['readAs']>;
  value: Settings['readAs'];
}>;

/** Form in which a single file is read. It can be chosen even if nothing can be written in that form. */
function FormControl({ workspace, readAs: { recognised, choices }, value }: FormControlProps) {
  return (
    <SettingsSection name="Format">
      <SettingChoice
        workspace={workspace}
        writable
        label="Read as"
        value={value}
        options={[
          { value: 'recognised', label: `Automatic (${formatNames[recognised]})`, hint: formHint },
          ...choices.filter((id) => id !== recognised).map((id) => ({ value: id, label: formatNames[id] })),
        ]}
        settingsFor={(choice) => ({ readAs: choice })}
      />
    </SettingsSection>
  );
}

const formHint = 'Whatever you choose, the file stays as it is.';

function OtherControls({ workspace: { id, writable }, values, recall }: ControlsProps & Readonly<{ recall: boolean }>) {
  const shared = { workspace: id, writable };
  return (
    <>
      <SettingsSection name="Your corrections">
        <SettingChoice
          {...shared}
          label="When your assistant would change what you corrected, confirmed or pinned"
          value={values.holdAgainstCorrections ? 'hold' : 'apply'}
          options={[
            {
              value: 'hold',
              label: 'Ask me',
              hint: 'Yours stays until you choose. A program that writes the file itself can’t be kept waiting: you are told, and can restore yours.',
            },
            {
              value: 'apply',
              label: 'Allow it',
              hint: 'Its text replaces yours. You are told, and can restore yours.',
            },
          ]}
          settingsFor={(choice) => ({ holdAgainstCorrections: choice === 'hold' })}
        />
      </SettingsSection>
      <SettingsSection name="What an assistant starts with">
        {recall && (
          <SettingChoice
            {...shared}
            label="Entries about other people or things"
            value={values.recallAbout ? 'recall' : 'give'}
            options={[
              { value: 'give', label: 'Include them', hint: 'They count towards the limit.' },
              {
                value: 'recall',
                label: 'Only mention them by name',
                hint: 'For assistants that get their memory through Contexture. Your assistant looks up the rest when it needs it, and that doesn’t count towards the limit.',
              },
            ]}
            settingsFor={(choice) => ({ recallAbout: choice === 'recall' })}
          />
        )}
        <LimitForm
          {...shared}
          limit="maxTokens"
          value={values.maxTokens}
          label="Limit for everything (tokens)"
          hint={`For the memory and the files read before it together, and for a conversation whose program sets no limit of its own. Default: ${countInWords(settings.maxTokens.default)}.`}
        />
        <PathsForm
          {...shared}
          value={values.memoryFiles}
          label="Files it reads first"
          hint="A path on each line, in this order: from the folder (./), your home folder (~/) or anywhere. A conversation of an agent program begins with them, too. Default: none."
        />
        <p className="detail">
          Files outside the folder are read once you approve them.{' '}
          <Button look="link" onClick={() => showSources()}>
            Show them under Sources
          </Button>
        </p>
      </SettingsSection>
      <SettingsSection name="Conversations of agent programs">
        <ShareForm
          {...shared}
          share="compactThreshold"
          value={values.compactThreshold}
          label="Compact once this full (%)"
          hint={`Older messages are then left out of what the program sends; none is deleted. Default: ${percentOf(settings.compactThreshold.default)}.`}
        />
      </SettingsSection>
      <SettingsSection name="Work in progress">
        <WorkArchiveSettings {...shared} values={values} />
      </SettingsSection>
      <SettingsSection name="History">
        <LimitForm
          {...shared}
          limit="historyDays"
          value={values.historyDays}
          label="Days that earlier versions are kept"
          hint="The newest version of each file stays, and so does the last copy of an entry."
        />
        <LimitForm
          {...shared}
          limit="historyMegabytes"
          value={values.historyMegabytes}
          label="Storage limit for them (MB)"
          hint="The oldest versions are deleted first."
        />
      </SettingsSection>
    </>
  );
}

function Appearance() {
  const { theme, density } = useApp((state) => state.preferences);
  return (
    <SettingsSection name="Appearance">
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
    </SettingsSection>
  );
}

function useSettings(workspace: string): { readonly read: SettingsResult | null; readonly problem: Problem | null } {
  const { answer, problem } = useAnswer('settings.read', { workspace });
  const [changed, setChanged] = useState<Partial<SettingsResult>>({});
  useEffect(
    () => onIn(workspace, ['settings.changed'], ({ settings, problems }) => setChanged({ settings, problems })),
    [workspace],
  );
  return { read: answer && { ...answer, ...changed }, problem };
}

function FileList({ workspace, settingsPath }: Readonly<{ workspace: Workspace; settingsPath: string | null }>) {
  const canReveal = useApp((state) => state.abilities.reveal);
  const show = (): void => attempt(call('workspaces.reveal', { workspace: workspace.id }), 'It could not be shown');
  const reveal = canReveal ? show : null;
  return (
    <dl className={classNames('ruled tight', styles['files'])}>
      {workspace.path === workspace.contextPath ? (
        <Path name="File" path={workspace.path} onReveal={reveal} />
      ) : (
        <>
          <Path name="Folder" path={workspace.path} />
          <Path name="Memory" path={workspace.contextPath} onReveal={reveal} />
        </>
      )}
      {settingsPath && <Path name="Settings" path={settingsPath} />}
    </dl>
  );
}

type PathProps = Readonly<{ name: string; path: string; onReveal?: (() => void) | null }>;

function Path({ name, path, onReveal = null }: PathProps) {
  return (
    <div>
      <dt className="detail">{name}</dt>
      <VisibleText as="dd" className="code breaks" text={path} />
      <dd>
        <IconButton name={`Copy the path of ${name.toLowerCase()}`} onClick={() => copyText(path, 'Path copied.')}>
          <Copy aria-hidden />
        </IconButton>
        {onReveal && (
          <IconButton name={`Show ${name.toLowerCase()} in the file manager`} onClick={onReveal}>
            <FolderSearch aria-hidden />
          </IconButton>
        )}
      </dd>
    </div>
  );
}
