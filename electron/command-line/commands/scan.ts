import type { Command } from 'commander';
import type { FoundInFile } from '#shared/contract/features/scan.ts';
import { readWholeScan } from '#shared/contract/reading/whole-scan.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { findingName, whyFound } from '#shared/scan/words.ts';
import { counted } from '#shared/text/counts.ts';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { answer } from '../answer.ts';
import { examples } from '../change-entries.ts';
import { exitCodes } from '../exit-codes.ts';
import type { CommandHost } from '../runtime.ts';
import { onWorkspace, type WorkspaceOptions, withWorkspace } from '../with-workspace.ts';

export function registerScan(program: Command, { runtime, exitWith }: CommandHost): void {
  onWorkspace(program.command('scan'))
    .description(
      'Look for secrets, hidden characters and instructions in a memory, its archive, its sources and what agents keep.',
    )
    .option('--all', 'also what you said is fine', false)
    .addHelpText('after', examples('scan', 'scan --json'))
    .action((options: WorkspaceOptions & { readonly all: boolean }) =>
      withWorkspace(runtime, options, async (client, { id }) => {
        const { findings, open, problem } = await readWholeScan(client.call, id, { wait: true });
        const shown = findings.filter(({ fine }) => options.all || !fine);
        answer(runtime, options, { findings: shown.map(withoutSecret), open, problem }, [
          ...(shown.length === 0 ? ['Nothing was found.'] : shown.flatMap(findingLines)),
          ...(open < findings.length && !options.all
            ? [`${counted(findings.length - open, 'finding is', 'findings are')} fine, as you said; --all shows them.`]
            : []),
          ...(problem === null ? [] : [oneLine(problem)]),
        ]);
        // What could not be looked for may be there.
        exitWith(open > 0 || problem !== null ? exitCodes.failed : exitCodes.done);
      }),
    );
}

/** What goes into logs of scripts holds no secret, neither in what was found nor in the entry around it. */
const withoutSecret = ({ id, kind, rule, place, file, line, shown, fine }: FoundInFile) => ({
  id,
  kind,
  rule,
  why: whyFound({ kind, rule }),
  place,
  file,
  line,
  shown,
  fine,
});

function findingLines(finding: FoundInFile): string[] {
  const { place, file, line, shown, fine } = finding;
  return [
    `${oneLine(file)}${place === 'storage' ? '' : `:${line}`} ${findingName(finding)}${fine ? ' (fine)' : ''}`,
    `  ${oneLine(nameHidden(shown.trim()))}`,
    `  ${whyFound(finding)}`,
  ];
}
