import { type Command, InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import { refuseRounded } from '#shared/formats/workflow/json-numbers.ts';
import { type JsonObject, textOf, valueAt } from '#shared/formats/workflow/json-values.ts';
import { findingsOf } from '#shared/formats/workflow/problems.ts';
import { answerSchema, updateSchema } from '#shared/formats/workflow/update-schema.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { answer, jsonText } from '../answer.ts';
import { examples } from '../change-entries.ts';
import type { Runtime } from '../runtime.ts';
import { onWorkspace, type WorkspaceOptions } from '../with-workspace.ts';
import { idHelp, onWork, readObject, tellFindings } from './work-files.ts';

type By = WorkspaceOptions & { readonly user?: string };

const onWorkflow = (work: Command, name: string, about: string): Command =>
  onWorkspace(work.command(name)).description(about).argument('<id>', idHelp);

const byUser = (command: Command): Command =>
  command.option('--user <name>', 'who does it, as the record is to name you (default: person)');

export function registerWorkChanges(work: Command, runtime: Runtime): void {
  registerUpdate(work, runtime);
  registerEndings(work, runtime);
  registerQuestions(work, runtime);
  registerResuming(work, runtime);
  registerTemplate(work, runtime);
}

function registerUpdate(work: Command, runtime: Runtime): void {
  onWorkflow(work, 'update', 'Take in what an agent did in a step.')
    .argument('<update>', 'a file of JSON with step, agent, status, working_data, outputs, …, or - for standard input')
    .addHelpText('after', examples('work update 3f2c… update.json'))
    .action(async (id: string, file: string, options: WorkspaceOptions) => {
      const { text: update, value } = await readObject(file, runtime);
      readAs(updateSchema, value, file);
      await onWork(runtime, options, async (client, workspace) => {
        const done = await client.call('work.update', { workspace, id, update });
        tellFindings(runtime, options, done.findings);
        answer(runtime, options, updated(id, done), updatedLines(done));
      });
    });
}

type Done = {
  readonly version: string;
  readonly stepFile: string | null;
  readonly checkpoint: string | null;
  readonly currentStep: string;
  readonly nextSteps: readonly string[];
  readonly overwritten: JsonObject;
  readonly findings: readonly unknown[];
};

const updated = (
  id: string,
  { version, stepFile, checkpoint, currentStep, nextSteps, overwritten, findings }: Done,
) => ({
  workflow_id: id,
  version,
  step_file: stepFile,
  checkpoint,
  current_step: currentStep,
  next_steps: nextSteps,
  overwritten,
  findings,
});

const updatedLines = ({ currentStep, checkpoint, overwritten }: Done): string[] => [
  oneLine(`Next: ${currentStep}.`),
  ...(checkpoint === null ? [] : [oneLine(`Kept as ${checkpoint}.`)]),
  ...Object.entries(overwritten).map(([path, before]) => oneLine(`Overwrote ${path}: ${jsonText(before)}`)),
];

function registerEndings(work: Command, runtime: Runtime): void {
  byUser(onWorkflow(work, 'complete', 'End a workflow. It goes to the completed ones, with all its files.'))
    .addHelpText('after', examples('work complete 3f2c… --user ann'))
    .action((id: string, options: By) =>
      onWork(runtime, options, async (client, workspace) => {
        const { version, findings } = await client.call('work.complete', { workspace, id, user: options.user });
        tellFindings(runtime, options, findings);
        answer(runtime, options, { workflow_id: id, version, findings }, ['Completed.']);
      }),
    );
  byUser(onWorkflow(work, 'skip', 'Leave a step out.'))
    .argument('[step]', 'the current one if left out')
    .option('--reason <text>', 'why')
    .addHelpText('after', examples('work skip 3f2c… --reason "not needed"', 'work skip 3f2c… review'))
    .action((id: string, step: string | undefined, options: By & { readonly reason?: string }) =>
      onWork(runtime, options, async (client, workspace) => {
        const { reason, user } = options;
        const done = await client.call('work.skip', { workspace, id, step, reason, user });
        tellFindings(runtime, options, done.findings);
        answer(runtime, options, updated(id, done), updatedLines(done));
      }),
    );
  byUser(onWorkflow(work, 'fail', 'Say that a step failed.'))
    .argument('<error>', 'what went wrong')
    .option('--step <step>', 'which (default: the current one)')
    .addHelpText(
      'after',
      examples('work fail 3f2c… "no answer from the shop"', 'work fail 3f2c… "no sources" --step research'),
    )
    .action((id: string, error: string, options: By & { readonly step?: string }) =>
      onWork(runtime, options, async (client, workspace) => {
        const { step, user } = options;
        const done = await client.call('work.fail', { workspace, id, step, error, user });
        tellFindings(runtime, options, done.findings);
        answer(runtime, options, updated(id, done), [oneLine(`Failed. It can be resumed from ${done.currentStep}.`)]);
      }),
    );
}

function registerTemplate(work: Command, runtime: Runtime): void {
  byUser(onWorkflow(work, 'template', 'Make a template of a workflow: what others of its type begin with.'))
    .argument('[type]', 'another type, which gets the same steps if it has none')
    .option('--replace', 'also where there is a template')
    .addHelpText('after', examples('work template 3f2c…', 'work template 3f2c… tea_review --replace'))
    .action((id: string, type: string | undefined, options: By & { readonly replace?: boolean }) =>
      onWork(runtime, options, async (client, workspace) => {
        const { replace, user } = options;
        const made = await client.call('work.makeTemplate', { workspace, id, type, replace, user });
        answer(runtime, options, { type: made.type, file: made.file }, [oneLine(made.file)]);
      }),
    );
}

type AskOptions = WorkspaceOptions & { readonly option?: string[]; readonly agent?: string };

function registerQuestions(work: Command, runtime: Runtime): void {
  onWorkflow(work, 'ask', 'Ask the person something. The workflow waits for the answer.')
    .argument('<question>', 'in words')
    .option('--option <answer...>', 'answers that are offered')
    .option('--agent <name>', 'which agent asks (default: the current one)')
    .addHelpText('after', examples('work ask 3f2c… "Which date?" --option Monday Friday'))
    .action((id: string, question: string, options: AskOptions) =>
      onWork(runtime, options, async (client, workspace) => {
        const { option, agent } = options;
        const asked = { workspace, id, question, options: option, agent, assistant: agent };
        const done = await client.call('work.ask', asked);
        answer(runtime, options, { workflow_id: id, version: done.version, question: done.question }, [done.question]);
      }),
    );
  byUser(onWorkflow(work, 'answer', 'Answer what an agent asked.'))
    .argument('[answer]', 'a file of JSON with answer and, if you like, question, action and working_data; or -')
    .option('--text <text>', 'the answer itself, in place of a file')
    .option('--question <question>', 'which question, by its id or by words of it, where several wait')
    .addHelpText('after', examples('work answer 3f2c… --text yes', 'work answer 3f2c… answer.json'))
    .action(async (id: string, file: string | undefined, options: By & { text?: string; question?: string }) => {
      if ((file === undefined) === (options.text === undefined)) {
        throw new InvalidArgumentError('Name a file with the answer, or say it with --text.');
      }
      const given = file === undefined ? { answer: options.text ?? '' } : await readAnswer(file, runtime);
      const { question = given.question, user = given.user } = options;
      await onWork(runtime, options, async (client, workspace) => {
        const done = await client.call('work.answer', { ...given, workspace, id, question, user });
        answer(runtime, options, { workflow_id: id, version: done.version, question: done.question }, ['Answered.']);
      });
    });
}

type ResumeOptions = By & { readonly step?: string; readonly checkpoint?: number; readonly preview?: boolean };

function registerResuming(work: Command, runtime: Runtime): void {
  onWorkflow(work, 'checkpoint', 'Keep a checkpoint of a workflow as it is now.')
    .addHelpText('after', examples('work checkpoint 3f2c…'))
    .action((id: string, options: WorkspaceOptions) =>
      onWork(runtime, options, async (client, workspace) => {
        const { version, checkpoint } = await client.call('work.checkpoint', { workspace, id });
        answer(runtime, options, { workflow_id: id, version, checkpoint }, [checkpoint]);
      }),
    );
  byUser(onWorkflow(work, 'resume', 'Go on from a checkpoint or a step; from where it stopped if neither is named.'))
    .option('--checkpoint <number>', 'the number of a checkpoint, from 1 on', asNumber)
    .option('--step <step>', 'the name of a step')
    .option('--preview', 'only print what that would change')
    .addHelpText('after', examples('work resume 3f2c… --preview', 'work resume 3f2c… --checkpoint 2'))
    .action((id: string, options: ResumeOptions) =>
      onWork(runtime, options, async (client, workspace) => {
        const { step, checkpoint, preview, user } = options;
        if (step !== undefined && checkpoint !== undefined) {
          throw new InvalidArgumentError('Name a step or a checkpoint, not both.');
        }
        const { context } = await client.call('work.show', { workspace, id });
        const stopped = textOf(valueAt(context ?? {}, ['state', 'resume_from_step']));
        const from = checkpoint === undefined ? { step: step ?? stopped ?? 'initialize' } : { checkpoint };
        const request = { workspace, id, from };
        const { changes, status } = preview
          ? await client.call('work.previewResume', request)
          : await client.call('work.resume', { ...request, user });
        const lines = changes.map(({ path, before, after }) =>
          oneLine(`${path}: ${jsonText(before)} → ${jsonText(after)}`),
        );
        const stands = status.after === status.before ? [] : [`status: ${status.before} → ${status.after}`];
        const settled =
          status.settles === null ? [] : [oneLine(`The failure of ${status.settles || 'a step'} no longer counts.`)];
        const all = [...stands, ...settled, ...lines];
        answer(runtime, options, { workflow_id: id, status, changes }, all.length === 0 ? ['Nothing changes.'] : all);
      }),
    );
}

function asNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) {
    throw new InvalidArgumentError('A checkpoint is a number from 1 on.');
  }
  return Number(text);
}

/** @throws `invalid_request`; `value_invalid` for a number that would be rounded */
async function readAnswer(file: string, runtime: Runtime) {
  const { text, value } = await readObject(file, runtime).catch((error: unknown) => {
    const problem = toContextureError(error);
    throw problem.code === 'not_found'
      ? new ContextureError('not_found', `${problem.message} Answer in words with --text.`, problem.details)
      : problem;
  });
  refuseRounded(text);
  return readAs(answerSchema, value, file);
}

/** @throws `invalid_request` with a sentence for each problem */
function readAs<S extends z.ZodType>(schema: S, value: JsonObject, file: string): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    return parsed.data;
  }
  const wrong = findingsOf(parsed.error.issues, []).map(({ message }) => message);
  throw new ContextureError('invalid_request', `${file}: ${wrong.join(' ')} Nothing was changed.`, { file });
}
