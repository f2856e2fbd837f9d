import { ContextureError } from '#shared/contract/errors.ts';
import { readWholeStart, type WholeStart } from '#shared/contract/reading/texts.ts';
import { asksForMemory } from '#shared/prompt/fill-template.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { fillAfterFiles, fillStart, startFiles } from '#shared/prompt/start-text.ts';
import { withinLimit } from '#shared/prompt/within-limit.ts';
import type { Call, CommandRecord } from '../command.ts';
import { readNamed } from '../read-file.ts';

type PromptOptions = { readonly template?: string; readonly files: boolean };

export const prompt: CommandRecord = {
  name: 'prompt',
  scope: 'any-workspace',
  about: 'Print all an assistant starts with: the memory files, then the memory in its text or in a template.',
  options: [
    ['-t, --template <file>', 'a template with {{global_context}} and {{today}}, or - for standard input'],
    ['--no-files', 'leave out the memory files, which come before the template'],
  ],
  examples: ['prompt', 'prompt --template system.md > prompt.md', 'prompt --no-files'],
  input: async ({ options: { template }, runtime }: Call<PromptOptions>) =>
    template === undefined ? null : readNamed(template, runtime),
  run: printPrompt,
};

const elsewhere = { file: '', memory: '' };

/** Prints the text an assistant starts with, cut at the limit by a line that says so. Warnings go to standard error, as the text may go into a file. */
async function printPrompt({
  client,
  workspace,
  options,
  runtime,
  input: template,
}: Call<PromptOptions, string | null>) {
  const whole = await readWholeStart(client, workspace);
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
    return { json: { text, warnings }, lines: [] };
  }
  runtime.writeError(warnings.map((warning) => `${warning}\n`).join(''));
  // A template's text is printed to the byte, because it may go into a file.
  runtime.writeExact(template === null ? `${text}\n` : text);
  return undefined;
}

function promptOf(start: WholeStart, template: string | null, withFiles: boolean): string {
  if (template === null) {
    return withFiles ? start.text : start.text.slice(startFiles(start).length);
  }
  return withFiles ? fillAfterFiles(start, template) : fillStart(start, template);
}

/** Names the files skipped for a reason that a person can do something about. */
function notRead({ skipped, listProblem }: WholeStart): string[] {
  const reported = skipped.filter(({ state }) => state !== 'empty' && state !== 'repeated');
  return [
    ...reported.map(({ path, state, problem }) =>
      oneLine(`${state === 'unreadable' ? 'Error' : 'Warning'}: ${path.slice(0, 200)}: ${problem ?? ''}`),
    ),
    ...(listProblem === null ? [] : [oneLine(listProblem)]),
  ];
}
