import type { Command } from 'commander';
import type { Finding } from '#shared/formats/workflow/finding.ts';
import { validateText } from '#shared/formats/workflow/validate.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { answer } from '../answer.ts';
import { examples } from '../change-entries.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { readNamed } from '../read-file.ts';
import type { Runtime } from '../runtime.ts';
import { onWorkspace, type WorkspaceOptions } from '../with-workspace.ts';
import { idHelp, onWork } from './work-files.ts';

export function registerWorkChecks(work: Command, runtime: Runtime, exitWith: (code: ExitCode) => void): void {
  const exitBy = (findings: readonly Finding[]): void =>
    exitWith(findings.some(({ severity }) => severity === 'error') ? exitCodes.failed : exitCodes.done);
  onWorkspace(work.command('validate'))
    .description('List what is missing or wrong in the context of a workflow, all of it at once.')
    .argument('<file>', 'a context.json, or - for standard input')
    .addHelpText('after', examples('work validate context.json', 'work validate - < context.json'))
    .action(async (file: string, options: WorkspaceOptions) => {
      const found = validateText(await readNamed(file, runtime));
      answer(runtime, options, found, linesOf(found.findings));
      exitBy(found.findings);
    });
  onWorkspace(work.command('check'))
    .description(
      'List what “work validate” finds in a workflow, and where it is not as it says: files, order of steps, checkpoints, the record.',
    )
    .argument('<id>', idHelp)
    .option('--accept', 'accept first what another program took out of the record; the audit keeps it')
    .addHelpText('after', examples('work check 3f2c…', 'work check 3f2c… --accept'))
    .action((id: string, options: WorkspaceOptions & { readonly accept?: true }) =>
      onWork(runtime, options, async (client, workspace) => {
        if (options.accept) {
          await client.call('work.acceptGaps', { workspace, id });
        }
        const { findings } = await client.call('work.check', { workspace, id });
        answer(runtime, options, findings, linesOf(findings));
        exitBy(findings);
      }),
    );
}

const linesOf = (findings: readonly Finding[]): string[] =>
  findings.length === 0
    ? ['No problems.']
    : findings.map(({ severity, type, message, mend }) => oneLine(`${severity} ${type}: ${message} ${mend}`));
