import { Option } from 'commander';
import { ContextureError } from '#shared/contract/errors.ts';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { readWholeWorkText } from '#shared/contract/reading/texts.ts';
import { listWorkflows, searchAllWork } from '#shared/contract/reading/work.ts';
import { readJsonExactly } from '#shared/formats/workflow/json-text.ts';
import { statuses } from '#shared/formats/workflow/status.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { counted } from '#shared/text/counts.ts';
import { jsonText } from '../answer.ts';
import { asJson, type Call, type CommandGroup, type CommandRecord, oneCall } from '../command.ts';
import { readObject } from '../read-file.ts';
import { idHelp, workFoundLines } from '../work-words.ts';
import { archiveCommands } from './work-archive.ts';
import { changeCommands } from './work-changes.ts';
import { checkCommands } from './work-checks.ts';
import { elsewhere } from './work-elsewhere.ts';

type ListOptions = {
  readonly status?: WorkflowSummary['status'];
  readonly type?: string;
  readonly agent?: string;
};

const listAll: CommandRecord = {
  name: 'list',
  about: 'List the workflows, latest change first.',
  options: [
    new Option('--status <status>', 'only those in this state').choices([...statuses]),
    ['--type <type>', 'only those of this type'],
    ['--agent <name>', 'only those this agent works or worked in'],
  ],
  examples: ['work list', 'work list --status failed --agent researcher'],
  async run({ client, workspace, options }: Call<ListOptions>) {
    const { workflows, findings } = await listWorkflows(client, workspace, options);
    const { total } = await client.call('foreignWork.list', { workspace, limit: 1 });
    const more = `${counted(total, 'workflow', 'workflows')} of other programs: contexture work elsewhere`;
    const lines = [
      ...(workflows.length === 0 ? ['No workflows here.'] : workflows.flatMap(linesOf)),
      ...(total === 0 ? [] : [more]),
    ];
    return { json: { workflows, elsewhere: total, findings }, lines, findings };
  },
};

const showWorkflow: CommandRecord = {
  name: 'show',
  about: 'Print the context of a workflow.',
  arguments: [['<id>', idHelp]],
  examples: ['work show 3f2c…', 'work show 3f2c… --json'],
  async run({ client, workspace }: Call, id: string) {
    const { context, summary } = await client.call('work.show', { workspace, id });
    if (context === null) {
      const why = summary.problem ?? 'It is too long to be shown at once.';
      throw new ContextureError('too_large', `The context of ${id} can’t be shown: ${why}`, { id });
    }
    const { text } = await readWholeWorkText(client, workspace, id, 'context.json');
    const exact = readJsonExactly(text) ?? context;
    return { json: exact, lines: [...linesOf(summary), jsonText(exact, 2)] };
  },
};

const searchWorkflows: CommandRecord = {
  name: 'search',
  about: 'Find values of workflows with all the words, and files of agents by name.',
  arguments: [['<words...>', 'words in any order and case']],
  examples: ['work search tea labels'],
  async run({ client, workspace }: Call, words: string[]) {
    const all = await searchAllWork(client, workspace, words.join(' '), maxFound);
    const lines = workFoundLines(all);
    return { json: all, lines: lines.length === 0 ? ['Nothing in workflows.'] : lines.filter(Boolean) };
  },
};

const agentView: CommandRecord = {
  name: 'agent-view',
  about: 'Print what an agent needs of a workflow, as JSON.',
  arguments: [
    ['<id>', idHelp],
    ['<agent>', 'the name of the agent'],
  ],
  examples: ['work agent-view 3f2c… writer'],
  run: oneCall(
    'work.agentView',
    ({ workspace }: Call, id: string, agent: string) => ({ workspace, id, agent }),
    ({ view }) => asJson(view),
  ),
};

const create: CommandRecord = {
  name: 'create',
  about: 'Begin a workflow, and print its workflow_id.',
  arguments: [
    ['<type>', 'session_creation, meeting_prep, note_processing, backlog_management or one of your own'],
    ['<inputs>', 'a file of JSON with its inputs, or - for standard input'],
  ],
  examples: ['work create note_processing inputs.json'],
  input: async ({ runtime }: Call, _: string, file: string) => (await readObject(file, runtime)).text,
  run: oneCall(
    'work.create',
    ({ workspace, input: inputs }: Call<object, string>, type: string) => ({ workspace, type, inputs }),
    ({ id, version, findings }) => ({ json: { workflow_id: id, version, findings }, lines: [id], findings }),
  ),
};

export const work: CommandGroup = {
  name: 'work',
  scope: 'work',
  about: 'Show what agents are doing, step by step, and what they need of you.',
  commands: [
    listAll,
    showWorkflow,
    searchWorkflows,
    agentView,
    create,
    ...changeCommands,
    ...checkCommands,
    ...archiveCommands,
    elsewhere,
  ],
};

const maxFound = 1000;

function linesOf({ id, type, status, currentStep, stepsDone, totalSteps, ...rest }: WorkflowSummary): string[] {
  const questionLines = rest.questions.map(({ question, options }) =>
    options.length === 0 ? `asks: ${question}` : `asks: ${question} (${options.join(', ')})`,
  );
  const needed = rest.blockingIssues.filter((issue) => rest.questions.every(({ question }) => question !== issue));
  const wrong = [rest.error && `failed: ${rest.error}`, rest.problem].filter((each) => each !== null);
  return [
    oneLine(`${id}  ${type ?? 'of no type'}, ${status}`),
    ...(status === 'damaged'
      ? []
      : [oneLine(`    ${currentStep ?? 'no step'}, ${stepsDone} of ${totalSteps ?? '?'} steps done`)]),
    ...[...questionLines, ...needed.map((issue) => `needs: ${issue}`), ...wrong].map((need) => oneLine(`    ${need}`)),
    ...(rest.isLowConfidence ? [`    only ${rest.confidence} sure`] : []),
  ];
}
