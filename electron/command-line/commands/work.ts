import type { Command } from 'commander';
import { ContextureError } from '#shared/contract/errors.ts';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { isObject, type JsonObject, readJsonText } from '#shared/formats/workflow/json-text.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { answer } from '../answer.ts';
import { examples } from '../change-entries.ts';
import { readNamed } from '../read-file.ts';
import type { CommandHost, Runtime } from '../runtime.ts';
import { onWorkspace, type WorkspaceOptions, withWorkspace } from '../with-workspace.ts';

/** An empty folder is a workspace for work, too: nothing of a memory is needed. */
const inFolder: typeof withWorkspace = (runtime, options, work) =>
  withWorkspace(runtime, { ...options, startEmpty: true }, work);

export function registerWork(program: Command, host: CommandHost): void {
  const { runtime } = host;
  const work = program.command('work').description('What agents are doing, step by step, and what they need of you.');
  registerReading(work, runtime);
  onWorkspace(work.command('create'))
    .description('Begin a workflow, and print its id.')
    .argument('<type>', 'session_creation, meeting_prep, note_processing or backlog_management')
    .argument('<inputs>', 'a file of JSON with its inputs, or - for standard input')
    .addHelpText('after', examples('work create note_processing inputs.json'))
    .action(async (type: string, file: string, options: WorkspaceOptions) => {
      const inputs = await readObject(file, runtime);
      await inFolder(runtime, options, async (client, { id: workspace }) => {
        const { id, version, findings } = await client.call('work.create', { workspace, type, inputs });
        for (const { message } of options.json ? [] : findings) {
          runtime.writeError(`${oneLine(message)}\n`);
        }
        answer(runtime, options, { workflow_id: id, version, findings }, [id]);
      });
    });
}

function registerReading(work: Command, runtime: Runtime): void {
  onWorkspace(work.command('list'))
    .description('List the workflows, those changed last first.')
    .action((options: WorkspaceOptions) =>
      inFolder(runtime, options, async (client, { id: workspace }) => {
        const workflows: WorkflowSummary[] = [];
        for (let total = 1; workflows.length < total; ) {
          const page = await client.call('work.list', { workspace, offset: workflows.length, limit: 1000 });
          workflows.push(...page.workflows);
          total = page.workflows.length === 0 ? 0 : page.total;
        }
        const lines = workflows.length === 0 ? ['No workflows here.'] : workflows.flatMap(linesOf);
        answer(runtime, options, { workflows }, lines);
      }),
    );
  onWorkspace(work.command('show'))
    .description('Print the context of a workflow.')
    .argument('<id>', 'its workflow_id')
    .action((id: string, options: WorkspaceOptions) =>
      inFolder(runtime, options, async (client, { id: workspace }) => {
        const { context, summary } = await client.call('work.show', { workspace, id });
        answer(runtime, options, context ?? summary, [
          ...linesOf(summary),
          context === null ? (summary.problem ?? 'It is too long to be shown.') : JSON.stringify(context, null, 2),
        ]);
      }),
    );
}

function linesOf({ id, type, status, currentStep, stepsDone, totalSteps, questions, error, problem }: WorkflowSummary) {
  const needs = [
    ...questions.map(({ question }) => `asks: ${question}`),
    ...[error, problem].filter((each) => each !== null),
  ];
  return [
    oneLine(`${id}  ${type ?? 'of no type'}, ${status}`),
    oneLine(`    ${currentStep ?? 'no step'}, ${stepsDone} of ${totalSteps ?? '?'} steps done`),
    ...needs.map((need) => oneLine(`    ${need}`)),
  ];
}

/** @throws `invalid_request` where the file is no JSON object */
async function readObject(file: string, runtime: Runtime): Promise<JsonObject> {
  const value = readJsonText(await readNamed(file, runtime));
  if (value === undefined || !isObject(value)) {
    throw new ContextureError('invalid_request', `${file} is no JSON object. Nothing was changed.`, { file });
  }
  return value;
}
