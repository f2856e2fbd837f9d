import { type Command, Option } from 'commander';
import { ContextureError } from '#shared/contract/errors.ts';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { readWholeWorkText } from '#shared/contract/reading/texts.ts';
import { listWorkflows, searchAllWork } from '#shared/contract/reading/work.ts';
import { readJsonExactly } from '#shared/formats/workflow/json-text.ts';
import { statuses } from '#shared/formats/workflow/status.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { counted } from '#shared/text/counts.ts';
import { answer, jsonText } from '../answer.ts';
import { examples } from '../change-entries.ts';
import type { CommandHost, Runtime } from '../runtime.ts';
import { onWorkspace, type WorkspaceOptions } from '../with-workspace.ts';
import { workFoundLines } from '../work-found.ts';
import { registerWorkArchive } from './work-archive.ts';
import { registerWorkChanges } from './work-changes.ts';
import { registerWorkChecks } from './work-checks.ts';
import { registerElsewhere } from './work-elsewhere.ts';
import { idHelp, onWork, readObject, tellFindings } from './work-files.ts';

export function registerWork(program: Command, { runtime, exitWith }: CommandHost): void {
  const work = program.command('work').description('What agents are doing, step by step, and what they need of you.');
  registerReading(work, runtime);
  onWorkspace(work.command('create'))
    .description('Begin a workflow, and print its workflow_id.')
    .argument('<type>', 'session_creation, meeting_prep, note_processing, backlog_management or one of your own')
    .argument('<inputs>', 'a file of JSON with its inputs, or - for standard input')
    .addHelpText('after', examples('work create note_processing inputs.json'))
    .action(async (type: string, file: string, options: WorkspaceOptions) => {
      const { text: inputs } = await readObject(file, runtime);
      await onWork(runtime, options, async (client, workspace) => {
        const { id, version, findings } = await client.call('work.create', { workspace, type, inputs });
        tellFindings(runtime, options, findings);
        answer(runtime, options, { workflow_id: id, version, findings }, [id]);
      });
    });
  registerWorkChanges(work, runtime);
  registerWorkChecks(work, runtime, exitWith);
  registerWorkArchive(work, runtime);
  registerElsewhere(work, runtime);
}

type ListOptions = WorkspaceOptions & {
  readonly status?: WorkflowSummary['status'];
  readonly type?: string;
  readonly agent?: string;
};

function registerReading(work: Command, runtime: Runtime): void {
  onWorkspace(work.command('list'))
    .description('List the workflows, those changed last first.')
    .addOption(new Option('--status <status>', 'those in this state').choices([...statuses]))
    .option('--type <type>', 'those of one type')
    .option('--agent <name>', 'those an agent did something in, or is at work in')
    .addHelpText('after', examples('work list', 'work list --status failed --agent researcher'))
    .action((options: ListOptions) =>
      onWork(runtime, options, async (client, workspace) => {
        const { workflows, findings } = await listWorkflows(client, workspace, options);
        const { total } = await client.call('foreignWork.list', { workspace, limit: 1 });
        tellFindings(runtime, options, findings);
        answer(runtime, options, { workflows, elsewhere: total, findings }, [
          ...(workflows.length === 0 ? ['No workflows here.'] : workflows.flatMap(linesOf)),
          ...(total === 0
            ? []
            : [`${counted(total, 'workflow', 'workflows')} of other programs: contexture work elsewhere`]),
        ]);
      }),
    );
  onWorkspace(work.command('show'))
    .description('Print the context of a workflow.')
    .argument('<id>', idHelp)
    .addHelpText('after', examples('work show 3f2c…', 'work show 3f2c… --json'))
    .action((id: string, options: WorkspaceOptions) =>
      onWork(runtime, options, async (client, workspace) => {
        const { context, summary } = await client.call('work.show', { workspace, id });
        if (context === null) {
          const why = summary.problem ?? 'It is too long to be shown at once.';
          throw new ContextureError('too_large', `The context of ${id} can’t be shown: ${why}`, { id });
        }
        const { text } = await readWholeWorkText(client, workspace, id, 'context.json');
        const exact = readJsonExactly(text) ?? context;
        answer(runtime, options, exact, [...linesOf(summary), jsonText(exact, 2)]);
      }),
    );
  onWorkspace(work.command('search'))
    .description('Find values of workflows in which all words occur, and files that agents made by their names.')
    .argument('<words...>', 'words in any order and case')
    .addHelpText('after', examples('work search tea labels'))
    .action((words: string[], options: WorkspaceOptions) =>
      onWork(runtime, options, async (client, workspace) => {
        const all = await searchAllWork(client, workspace, words.join(' '), maxFound);
        const lines = workFoundLines(all);
        answer(runtime, options, all, lines.length === 0 ? ['Nothing in workflows.'] : lines.filter(Boolean));
      }),
    );
  onWorkspace(work.command('agent-view'))
    .description('Print what an agent needs of a workflow, as JSON.')
    .argument('<id>', idHelp)
    .argument('<agent>', 'the name of the agent')
    .addHelpText('after', examples('work agent-view 3f2c… writer'))
    .action((id: string, agent: string, options: WorkspaceOptions) =>
      onWork(runtime, options, async (client, workspace) => {
        const { view } = await client.call('work.agentView', { workspace, id, agent });
        answer(runtime, { json: true }, view, []);
      }),
    );
}

const maxFound = 1000;

function linesOf({ id, type, status, currentStep, stepsDone, totalSteps, ...said }: WorkflowSummary): string[] {
  const asked = said.questions.map(({ question, options }) =>
    options.length === 0 ? `asks: ${question}` : `asks: ${question} (${options.join(', ')})`,
  );
  const needed = said.blockingIssues.filter((issue) => said.questions.every(({ question }) => question !== issue));
  const wrong = [said.error && `failed: ${said.error}`, said.problem].filter((each) => each !== null);
  return [
    oneLine(`${id}  ${type ?? 'of no type'}, ${status}`),
    ...(status === 'damaged'
      ? []
      : [oneLine(`    ${currentStep ?? 'no step'}, ${stepsDone} of ${totalSteps ?? '?'} steps done`)]),
    ...[...asked, ...needed.map((issue) => `needs: ${issue}`), ...wrong].map((need) => oneLine(`    ${need}`)),
    ...(said.isLowConfidence ? [`    only ${said.confidence} sure`] : []),
  ];
}
