import type { Command } from 'commander';
import { ContextureError } from '#shared/contract/errors.ts';
import { readWholeStart, type WholeStart } from '#shared/contract/reading/texts.ts';
import { asksForMemory } from '#shared/prompt/fill-template.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { filesOf, fillAfterFiles, fillStart } from '#shared/prompt/start-text.ts';
import { withinLimit } from '#shared/prompt/within-limit.ts';
import { answer } from '../answer.ts';
import { examples } from '../change-entries.ts';
import { readNamed } from '../read-file.ts';
import type { CommandHost, Runtime } from '../runtime.ts';
import { onAnyWorkspace, type WorkspaceOptions, withWorkspace } from '../with-workspace.ts';

type PromptOptions = WorkspaceOptions & { readonly template?: string; readonly files: boolean };

export function registerPrompt(program: Command, { runtime }: CommandHost): void {
  onAnyWorkspace(program.command('prompt'))
    .description('Print all an assistant starts with: the memory files, then the memory in its text or in a template.')
    .option('-t, --template <file>', 'a template with {{global_context}} and {{today}}, or - for standard input')
    .option('--no-files', 'leave out the memory files, which come before the template')
    .addHelpText('after', examples('prompt', 'prompt --template system.md > prompt.md', 'prompt --no-files'))
    .action((options: PromptOptions) => prompt(options, runtime));
}

const elsewhere = { file: '', memory: '' };

/** Prints the text an assistant starts with, cut at the limit by a line that says so. Warnings go to standard error, as the text may go into a file. */
async function prompt(options: PromptOptions, runtime: Runtime): Promise<void> {
  const template = options.template === undefined ? null : await readNamed(options.template, runtime);
  await withWorkspace(runtime, options, async (client, { id }) => {
    const whole = await readWholeStart(client, id);
    const start = options.files ? withinLimit(whole, elsewhere) : whole;
    if (start.withheld !== null) {
      throw new ContextureError('outside_workspace', start.withheld);
    }
    const warnings = [
      ...(options.files && start.problem !== null ? [`${start.problem} Or leave them out with --no-files.`] : []),
      ...(options.files ? notRead(start) : []),
      ...(template === null || asksForMemory(template)
        ? []
        : ['The template has no {{global_context}}, so nothing of the memory is in the result.']),
    ];
    const text = promptOf(start, template, options.files);
    if (options.json) {
      answer(runtime, options, { text, warnings }, []);
    } else {
      runtime.writeError(warnings.map((warning) => `${warning}\n`).join(''));
      // A template's text is printed to the byte, because it may go into a file.
      runtime.writeExact(template === null ? `${text}\n` : text);
    }
  });
}

function promptOf(start: WholeStart, template: string | null, withFiles: boolean): string {
  if (template === null) {
    return withFiles ? start.text : start.text.slice(filesOf(start).length);
  }
  return withFiles ? fillAfterFiles(start, template) : fillStart(start, template);
}

/** Names the files skipped for a reason that a person can do something about. */
function notRead({ skipped, listProblem }: WholeStart): string[] {
  const told = skipped.filter(({ state }) => state !== 'empty' && state !== 'repeated');
  return [
    ...told.map(({ path, state, problem }) =>
      oneLine(`${state === 'unreadable' ? 'Error' : 'Warning'}: ${path.slice(0, 200)}: ${problem ?? ''}`),
    ),
    ...(listProblem === null ? [] : [oneLine(listProblem)]),
  ];
}
