import { basename, resolve } from 'node:path';
import { isMemoryName } from '#shared/formats/formats.ts';
import type { Call, CommandRecord } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { readNamedMarked } from '../read-file.ts';
import { withClient } from '../with-workspace.ts';
import { checkText, findingLine, isHarmful } from './check-text.ts';

export const check: CommandRecord = {
  name: 'check',
  scope: 'files',
  about: 'List the problems in a memory or an archive as file:line:col code message.',
  arguments: [['<file>', 'the file, or - for standard input']],
  examples: ['check logs/context/global.md', 'check - < global.md'],
  async run({ runtime, options }: Call, file: string) {
    const name = file === '-' ? 'standard-input' : file;
    const { text, isMarked } = await readNamedMarked(file, runtime);
    const path = resolve(file);
    const isMemory = file !== '-' && isMemoryName(basename(path));
    const { chosen } = isMemory
      ? await withClient(runtime, (client) => client.call('workspaces.form', { path }))
      : { chosen: null };
    const findings = checkText(name, text, isMarked, chosen);
    const exitCode = findings.some(isHarmful) ? exitCodes.failed : exitCodes.done;
    const isSilent = findings.length === 0 && !options.json;
    return isSilent ? undefined : { json: findings, lines: findings.map(findingLine), exitCode };
  },
};
