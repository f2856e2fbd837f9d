import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import type { Result } from '#shared/contract/contract.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import { refuseRounded } from '#shared/formats/workflow/json-numbers.ts';
import { type JsonObject, textOf, valueAt } from '#shared/formats/workflow/json-values.ts';
import { findingsOf } from '#shared/formats/workflow/problems.ts';
import { answerSchema, updateSchema } from '#shared/formats/workflow/update-schema.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { jsonText } from '../answer.ts';
import { type Answer, asNumber, type Call, type CommandRecord, oneCall } from '../command.ts';
import { readObject } from '../read-file.ts';
import type { Runtime } from '../runtime.ts';
import { idHelp } from '../work-words.ts';

type By = { readonly user?: string };
type ByFor<K extends string> = By & { readonly [key in K]?: string };
type Done = Result<'work.update'>;

const onWorkflow = { arguments: [['<id>', idHelp]] } as const;

const userOption = ['--user <name>', 'the name to record for you (default: person)'] as const;

const doneAnswer = (done: Done, id: string): Answer => printDone(done, id, doneLines(done));

const printDone = ({ stepFile, currentStep, nextSteps, ...done }: Done, id: string, lines: string[]): Answer => {
  const { version, checkpoint, overwritten, findings } = done;
  const steps = { step_file: stepFile, checkpoint, current_step: currentStep, next_steps: nextSteps };
  return { json: { workflow_id: id, version, ...steps, overwritten, findings }, lines, findings };
};

const doneLines = ({ currentStep, checkpoint, overwritten }: Done): string[] => [
  oneLine(`Next: ${currentStep}.`),
  ...(checkpoint === null ? [] : [oneLine(`Saved as ${checkpoint}.`)]),
  ...Object.entries(overwritten).map(([path, before]) => oneLine(`Overwrote ${path}: ${jsonText(before)}`)),
];

const update: CommandRecord = {
  ...onWorkflow,
  name: 'update',
  about: 'Record what an agent did in a step.',
  arguments: [
    ...onWorkflow.arguments,
    ['<update>', 'a file of JSON with step, agent, status, working_data, outputs, …, or - for standard input'],
  ],
  examples: ['work update 3f2c… update.json'],
  async input({ runtime }: Call, _: string, file: string) {
    const { text, value } = await readObject(file, runtime);
    readAs(updateSchema, value, file);
    return text;
  },
  run: oneCall(
    'work.update',
    ({ workspace, input }: Call<object, string>, id: string) => ({ workspace, id, update: input }),
    doneAnswer,
  ),
};

const complete: CommandRecord = {
  ...onWorkflow,
  name: 'complete',
  about: 'End a workflow. It goes to the completed ones, with all its files.',
  options: [userOption],
  examples: ['work complete 3f2c… --user ann'],
  run: oneCall(
    'work.complete',
    ({ workspace, own }: Call<By>, id: string) => ({ workspace, id, ...own }),
    ({ version, findings }, id) => ({ json: { workflow_id: id, version, findings }, lines: ['Completed.'], findings }),
  ),
};

const skip: CommandRecord = {
  ...onWorkflow,
  name: 'skip',
  about: 'Skip a step.',
  arguments: [...onWorkflow.arguments, ['[step]', 'the current one if left out']],
  options: [userOption, ['--reason <text>', 'why']],
  examples: ['work skip 3f2c… --reason "not needed"', 'work skip 3f2c… review'],
  run: oneCall(
    'work.skip',
    ({ workspace, own }: Call<ByFor<'reason'>>, id: string, step?: string) => ({ workspace, id, step, ...own }),
    doneAnswer,
  ),
};

const fail: CommandRecord = {
  ...onWorkflow,
  name: 'fail',
  about: 'Say that a step failed.',
  arguments: [...onWorkflow.arguments, ['<error>', 'what went wrong']],
  options: [userOption, ['--step <step>', 'which step (default: the current one)']],
  examples: ['work fail 3f2c… "no answer from the shop"', 'work fail 3f2c… "no sources" --step research'],
  run: oneCall(
    'work.fail',
    ({ workspace, own }: Call<ByFor<'step'>>, id: string, error: string) => ({ workspace, id, error, ...own }),
    (done, id) => printDone(done, id, [oneLine(`Failed. It can be resumed from ${done.currentStep}.`)]),
  ),
};

const template: CommandRecord = {
  ...onWorkflow,
  name: 'template',
  about: 'Make a template of a workflow, which others of its type begin with.',
  arguments: [...onWorkflow.arguments, ['[type]', 'another type; it gets the same steps if it has none']],
  options: [userOption, ['--replace', 'also if there is a template']],
  examples: ['work template 3f2c…', 'work template 3f2c… tea_review --replace'],
  run: oneCall(
    'work.makeTemplate',
    ({ workspace, own }: Call<By & { replace?: boolean }>, id: string, type?: string) => ({
      workspace,
      id,
      type,
      ...own,
    }),
    ({ type, file }) => ({ json: { type, file }, lines: [oneLine(file)] }),
  ),
};

type AskOptions = { readonly option?: string[]; readonly agent?: string };

const ask: CommandRecord = {
  ...onWorkflow,
  name: 'ask',
  about: 'Ask the person something. The workflow waits for the answer.',
  arguments: [...onWorkflow.arguments, ['<question>', 'the question, in words']],
  options: [
    ['--option <answer...>', 'answers that are offered'],
    ['--agent <name>', 'which agent asks (default: the current one)'],
  ],
  examples: ['work ask 3f2c… "Which date?" --option Monday Friday'],
  run: oneCall(
    'work.ask',
    ({ workspace, options: { option, agent } }: Call<AskOptions>, id: string, question: string) => ({
      workspace,
      id,
      question,
      options: option,
      agent,
      assistant: agent,
    }),
    ({ version, question }, id) => ({ json: { workflow_id: id, version, question }, lines: [question] }),
  ),
};

type AnswerOptions = By & { readonly text?: string; readonly question?: string };
type GivenAnswer = z.output<typeof answerSchema>;

const answerQuestion: CommandRecord = {
  ...onWorkflow,
  name: 'answer',
  about: 'Answer what an agent asked.',
  arguments: [
    ...onWorkflow.arguments,
    ['[answer]', 'a file of JSON with answer and, if you like, question, action and working_data; or -'],
  ],
  options: [
    userOption,
    ['--text <text>', 'the answer itself, in place of a file'],
    ['--question <question>', 'which question, by its id or its words, if several wait'],
  ],
  examples: ['work answer 3f2c… --text yes', 'work answer 3f2c… answer.json'],
  async input({ options: { text }, runtime }: Call<AnswerOptions>, _: string, file: string | undefined) {
    if ((file === undefined) === (text === undefined)) {
      throw new InvalidArgumentError('Name a file with the answer, or say it with --text.');
    }
    return file === undefined ? { answer: text ?? '' } : readAnswer(file, runtime);
  },
  run: oneCall(
    'work.answer',
    ({ workspace, options, input }: Call<AnswerOptions, GivenAnswer>, id: string) => {
      const { question = input.question, user = input.user } = options;
      return { ...input, workspace, id, question, user };
    },
    ({ version, question }, id) => ({ json: { workflow_id: id, version, question }, lines: ['Answered.'] }),
  ),
};

const makeCheckpoint: CommandRecord = {
  ...onWorkflow,
  name: 'checkpoint',
  about: 'Save a checkpoint of a workflow as it is now.',
  examples: ['work checkpoint 3f2c…'],
  run: oneCall(
    'work.checkpoint',
    ({ workspace }: Call, id: string) => ({ workspace, id }),
    ({ version, checkpoint }, id) => ({ json: { workflow_id: id, version, checkpoint }, lines: [checkpoint] }),
  ),
};

const asCheckpoint = asNumber('A checkpoint is a number from 1 on.', (text) => /^[1-9]\d*$/.test(text));

type ResumeOptions = By & { readonly step?: string; readonly checkpoint?: number; readonly preview?: boolean };

const resume: CommandRecord = {
  ...onWorkflow,
  name: 'resume',
  about: 'Continue from a checkpoint or a step; by default from where it stopped.',
  options: [
    userOption,
    ['--checkpoint <number>', 'the number of a checkpoint, from 1 on', asCheckpoint],
    ['--step <step>', 'the name of a step'],
    ['--preview', 'only print what that would change'],
  ],
  examples: ['work resume 3f2c… --preview', 'work resume 3f2c… --checkpoint 2'],
  async run({ client, workspace, options }: Call<ResumeOptions>, id: string) {
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
    const lines = [
      ...(status.after === status.before ? [] : [`status: ${status.before} → ${status.after}`]),
      ...(status.settles === null ? [] : [`The failure of ${status.settles || 'a step'} no longer counts.`]),
      ...changes.map(({ path, before, after }) => `${path}: ${jsonText(before)} → ${jsonText(after)}`),
    ];
    return {
      json: { workflow_id: id, status, changes },
      lines: lines.length === 0 ? ['Nothing changes.'] : lines.map(oneLine),
    };
  },
};

export const changeCommands = [update, complete, skip, fail, ask, answerQuestion, makeCheckpoint, resume, template];

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
  const messages = findingsOf(parsed.error.issues, []).map(({ message }) => message);
  throw new ContextureError('invalid_request', `${file}: ${messages.join(' ')} Nothing was changed.`, { file });
}
