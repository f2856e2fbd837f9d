import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { isMemoryName } from '#shared/formats/formats.ts';
import { type AnswerOptions, answer } from '../answer.ts';
import { examples } from '../change-entries.ts';
import { exitCodes } from '../exit-codes.ts';
import { readNamedMarked } from '../read-file.ts';
import type { CommandHost } from '../runtime.ts';
import { withClient } from '../with-workspace.ts';
import { checkText, findingLine, isHarmful } from './check-text.ts';

export function registerCheck(program: Command, { runtime, exitWith }: CommandHost): void {
  program
    .command('check')
    .description('List the problems in a memory or an archive as file:line:col code message.')
    .argument('<file>', 'the file, or - for standard input')
    .option('--json', 'print it as JSON')
    .addHelpText('after', examples('check logs/context/global.md', 'check - < global.md'))
    .action(async (file: string, options: AnswerOptions) => {
      const name = file === '-' ? 'standard-input' : file;
      const { text, isMarked } = await readNamedMarked(file, runtime);
      const path = resolve(file);
      const isMemory = file !== '-' && isMemoryName(basename(path));
      const { chosen } = isMemory
        ? await withClient(runtime, (client) => client.call('workspaces.form', { path }))
        : { chosen: null };
      const findings = checkText(name, text, isMarked, chosen);
      if (options.json || findings.length > 0) {
        answer(runtime, options, findings, findings.map(findingLine));
      }
      exitWith(findings.some(isHarmful) ? exitCodes.failed : exitCodes.done);
    });
}
