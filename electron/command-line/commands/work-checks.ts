import type { WorkflowFinding } from '#shared/formats/workflow/finding.ts';
import { validateText } from '#shared/formats/workflow/validate.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import type { Call, CommandRecord } from '../command.ts';
import { exitCodeFor } from '../exit-codes.ts';
import { readNamed } from '../read-file.ts';
import { workspaceOption } from '../with-workspace.ts';
import { idHelp } from '../work-words.ts';

const exitCodeOf = (findings: readonly WorkflowFinding[]) =>
  exitCodeFor(findings.every(({ severity }) => severity !== 'error'));

const validate: CommandRecord = {
  name: 'validate',
  scope: 'files',
  about: 'List what is missing or wrong in the context of a workflow, all of it at once.',
  arguments: [['<file>', 'a context.json, or - for standard input']],
  options: [workspaceOption()],
  examples: ['work validate context.json', 'work validate - < context.json'],
  async run({ runtime }: Call, file: string) {
    const report = validateText(await readNamed(file, runtime));
    return { json: report, lines: linesOf(report.findings), exitCode: exitCodeOf(report.findings) };
  },
};

const checkWorkflow: CommandRecord = {
  name: 'check',
  about:
    'List what “work validate” finds in a workflow, and where it differs from its files, order of steps, checkpoints and record.',
  arguments: [['<id>', idHelp]],
  options: [['--accept', 'first accept what another program took out of the record; the audit still has it']],
  examples: ['work check 3f2c…', 'work check 3f2c… --accept'],
  async run({ client, workspace, options }: Call<{ readonly accept?: true }>, id: string) {
    if (options.accept) {
      await client.call('work.acceptGaps', { workspace, id });
    }
    const { findings } = await client.call('work.check', { workspace, id });
    return { json: findings, lines: linesOf(findings), exitCode: exitCodeOf(findings) };
  },
};

export const checkCommands = [validate, checkWorkflow];

const linesOf = (findings: readonly WorkflowFinding[]): string[] =>
  findings.length === 0
    ? ['No problems.']
    : findings.map(({ severity, type, message, mend }) => oneLine(`${severity} ${type}: ${message} ${mend}`));
