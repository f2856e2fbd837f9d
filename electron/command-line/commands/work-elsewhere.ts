import { Option } from 'commander';
import { localMoment } from '#node/clock.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ForeignRun, ForeignWorkflow } from '#shared/contract/features/foreign-work.ts';
import { readPages } from '#shared/contract/reading/pages.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { jsonText } from '../answer.ts';
import type { Call, CommandRecord } from '../command.ts';

type Options = {
  readonly save?: boolean;
  readonly keep?: boolean;
  readonly remove?: boolean;
  readonly evenLast?: boolean;
};

export const elsewhere: CommandRecord = {
  name: 'elsewhere',
  about:
    'List workflows of other programs, in places you let be read by “contexture conversations approve”; show one, or save a copy.',
  arguments: [['[which]', 'its id, or a part of its name or of the path of its file that no other has']],
  options: [
    ['--save', 'copy it with all its files, byte for byte, before its program deletes it'],
    // The former name of --save.
    new Option('--keep').hideHelp(),
    ['--remove', 'remove the saved copy'],
    ['--even-last', 'with --remove: also if the original is gone, or no longer has all of it'],
  ],
  examples: ['work elsewhere', 'work elsewhere release', 'work elsewhere release --save'],
  async run({ client, workspace, options }: Call<Options>, which: string | undefined) {
    const { workflows } = await readPages(client.call, 'foreignWork.list', 'workflows', { workspace, limit: 200 });
    if (which === undefined) {
      const none = ['No workflows of other programs.'];
      return { json: { workflows }, lines: workflows.length === 0 ? none : workflows.flatMap(linesOf) };
    }
    const { id } = oneOf(workflows, which);
    if (options.save || options.keep) {
      const saved = await client.call('foreignWork.keep', { workspace, id });
      return { json: { id, ...saved }, lines: ['Saved.'] };
    }
    if (options.remove) {
      await client.call('foreignWork.removeCopy', { id, evenLast: options.evenLast ?? false });
      return { json: { id }, lines: ['The copy is removed.'] };
    }
    const shown = await client.call('foreignWork.show', { workspace, id });
    return { json: shown, lines: [...linesOf(shown.summary), ...runLines(shown.run)] };
  },
};

/** @throws `not_found`, `entry_unclear` */
function oneOf(workflows: readonly ForeignWorkflow[], which: string): ForeignWorkflow {
  const exact = workflows.filter(({ id, path }) => id === which || path === which);
  const part = which.toLowerCase();
  const matches =
    exact.length > 0
      ? exact
      : workflows.filter(({ name, path }) => `${name ?? ''}\n${path}`.toLowerCase().includes(part));
  const [only] = matches;
  if (only === undefined) {
    throw new ContextureError('not_found', 'No workflow of another app is called that. List them first.', {
      which,
    });
  }
  if (matches.length > 1) {
    const ids = matches.map(({ id }) => id).join('\n');
    throw new ContextureError('entry_unclear', `Several are called that. Name one by its id:\n${ids}`, { which });
  }
  return only;
}

const time = (moment: number | null): string => (moment === null ? '?' : localMoment(new Date(moment)));

function linesOf(workflow: ForeignWorkflow): string[] {
  const { id, assistant, name, project, status, stepsDone, totalSteps, currentStep, waitsFor, kept } = workflow;
  const more = [
    currentStep === null ? null : `at ${currentStep}`,
    waitsFor && `waits for approval of ${waitsFor.stage}: ${waitsFor.question ?? ''}`,
    workflow.error && `error: ${workflow.error}`,
    kept && (kept.isLast ? 'only a copy is left' : 'saved'),
    workflow.tornCount > 0 ? `${workflow.tornCount} places could not be read` : null,
    workflow.problem,
  ];
  return [
    oneLine(`${name ?? 'unnamed'}  ${assistant}${project === null ? '' : `, ${project.name}`}, ${status}`),
    oneLine(`    ${stepsDone} of ${totalSteps ?? '?'} steps done, written ${time(workflow.changedAt)}`),
    ...more.flatMap((line) => (line === null || line === '' ? [] : [oneLine(`    ${line}`)])),
    `    ${oneLine(id)}`,
  ];
}

function runLines({ steps, approvals, more, torn }: ForeignRun): string[] {
  return [
    ...steps.map(({ group, name, agent, status, startedAt, durationMs, error }) =>
      oneLine(
        [
          `${group === null ? '' : `${group}: `}${name}`,
          agent,
          status,
          startedAt === null ? null : time(startedAt),
          durationMs === null || durationMs <= 0 ? null : `${Number((durationMs / 1000).toPrecision(3))} s`,
          error,
        ]
          .filter((part) => part !== null)
          .join(', '),
      ),
    ),
    ...approvals.map(({ stage, status, at, reason }) =>
      oneLine(
        `Approval of ${stage}: ${status}${at === null ? '' : `, ${time(at)}`}${reason === null ? '' : `, ${reason}`}`,
      ),
    ),
    ...torn.map(({ file, line, text }) => oneLine(`Not read: ${file}${line === 0 ? '' : `:${line}`}  ${text}`)),
    ...(Object.keys(more).length === 0 ? [] : [jsonText(more, 2)]),
  ];
}
