import { type Command, InvalidArgumentError, Option } from 'commander';
import type { MethodName, Params, Result } from '#shared/contract/contract.ts';
import { settings } from '#shared/contract/features/settings.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import type { WorkflowFinding } from '#shared/formats/workflow/finding.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { answer, jsonText } from './answer.ts';
import type { ExitCode } from './exit-codes.ts';
import type { CommandHost, Runtime } from './runtime.ts';
import { type CommandOptions, onAnyWorkspace, onWorkspace, withClient, withWorkspace } from './with-workspace.ts';

/**
 * Scope of a command. It decides its common options, and what is opened for it: nothing (`process`; `files` also has
 * `--json`), the engine (`computer`; with `optional-workspace` the command opens a memory if it needs one), a memory
 * (`workspace`, or `any-workspace` also where there is none yet if the person says so), or workflows (`work`).
 */
type Scope = 'process' | 'files' | 'computer' | 'optional-workspace' | 'workspace' | 'any-workspace' | 'work';

/** Answer of a command: JSON for scripts, lines for people. */
export type Answer = {
  readonly json: unknown;
  readonly lines: readonly string[];
  /** Findings printed on standard error, beside lines. */
  readonly findings?: readonly WorkflowFinding[];
  readonly exitCode?: ExitCode;
};

/** Input of a command that runs. @typeParam I what `input` returned */
export type Call<O = object, I = undefined> = {
  readonly client: Client;
  /** Id of the workspace. */
  readonly workspace: string;
  readonly place: Workspace;
  readonly options: O & Partial<CommandOptions>;
  /** Options without those that the scope adds. */
  readonly own: O;
  readonly runtime: Runtime;
  readonly input: I;
};

/** Flags and description, then a default or a parser and its default. */
type OptionFields = readonly [
  flags: string,
  about: string,
  value?: boolean | ((text: string) => unknown),
  usual?: unknown,
];

export type CommandRecord = {
  readonly name: string;
  /** Former names, which go on working and are not in the help. */
  readonly formerly?: readonly string[];
  readonly about: string;
  /** By default its group's, or `workspace`. */
  readonly scope?: Scope;
  readonly arguments?: readonly (readonly [name: string, about: string])[];
  readonly options?: readonly (OptionFields | Option)[];
  readonly examples?: readonly string[];
  /** False if the output is not for scripts. */
  readonly hasJson?: boolean;
  /** Text of the help before the examples. */
  readonly help?: string;
  /** Checks the command and reads its files, before anything is opened. */
  readonly input?: (call: never, ...args: never[]) => unknown;
  /** @returns nothing if the command wrote its output itself */
  readonly run: (call: never, ...args: never[]) => Promise<Answer | undefined>;
};
export type CommandGroup = {
  readonly name: string;
  readonly about: string;
  readonly scope?: Scope;
  readonly commands: readonly CommandRecord[];
};

/** Makes `run` for a command that is one call of the contract. */
export const oneCall =
  <M extends MethodName, O, I, A extends readonly unknown[]>(
    method: M,
    params: (call: Call<O, I>, ...args: A) => Params<M>,
    print: (result: Result<M>, ...args: A) => Answer,
  ) =>
  async (call: Call<O, I>, ...args: A): Promise<Answer> =>
    print(await call.client.call(method, params(call, ...args)), ...args);

export const asJson = (json: unknown): Answer => ({ json, lines: [jsonText(json, 2)] });

/** Makes a parser of a number in an argument. It throws `message` unless the text fits. */
export const asNumber =
  (message: string, fits: (text: string) => boolean) =>
  (text: string): number => {
    if (!fits(text)) {
      throw new InvalidArgumentError(message);
    }
    return Number(text);
  };

/** @param calls arguments after the program's name */
const examplesText = (calls: readonly string[]): string =>
  calls.length === 0
    ? ''
    : `\nExamples:\n${calls.map((call) => (call.includes('contexture ') ? `  ${call}` : `  contexture ${call}`)).join('\n')}`;

export function addCommand(parent: Command, record: CommandRecord | CommandGroup, host: CommandHost): void {
  if ('commands' in record) {
    const group = parent.command(record.name).description(record.about);
    for (const each of record.commands) {
      addCommand(group, { scope: record.scope ?? 'workspace', ...each }, host);
    }
    return;
  }
  for (const name of [record.name, ...(record.formerly ?? [])]) {
    addNamed(parent.command(name, { hidden: name !== record.name }), record, host);
  }
}

function addNamed(command: Command, record: CommandRecord, host: CommandHost): void {
  const { scope = 'workspace' } = record;
  command.description(record.about);
  for (const [name, about] of record.arguments ?? []) {
    command.argument(name, about);
  }
  if (scope === 'any-workspace' || scope === 'optional-workspace') {
    onAnyWorkspace(command);
  } else if (scope === 'workspace' || scope === 'work') {
    onWorkspace(command);
  }
  for (const option of record.options ?? []) {
    command.addOption(option instanceof Option ? option : optionOf(option));
  }
  if ((scope === 'files' || scope === 'computer') && record.hasJson !== false) {
    command.option('--json', 'print the answer as JSON');
  }
  command.addHelpText('after', record.help ?? '').addHelpText('after', examplesText(record.examples ?? []));
  command.action((...args: unknown[]) => run(record, host, args.slice(0, -2), args.at(-2) as CommandOptions));
}

function optionOf([flags, about, value, usual]: OptionFields): Option {
  const option = new Option(flags, about);
  return typeof value === 'function' ? option.argParser(value).default(usual) : option.default(value);
}

/** Opens what the command works on, runs it, and prints its answer. */
async function run(
  record: CommandRecord,
  { runtime, exitWith }: CommandHost,
  args: readonly unknown[],
  options: CommandOptions,
): Promise<void> {
  // The types of options and arguments are those of the record's own parsers.
  const {
    input,
    run,
    scope = 'workspace',
  } = record as CommandRecord & Record<'input' | 'run', (...given: unknown[]) => unknown>;
  const { workspace: _, json, startEmpty: __, ...own } = options;
  const call = { runtime, options, own };
  const withInput = { ...call, input: await input?.(call, ...args) };
  const runIn = async (client?: Client, place?: Workspace): Promise<void> => {
    const result = (await run({ ...withInput, client, place, workspace: place?.id }, ...args)) as Answer | undefined;
    if (result === undefined) {
      return;
    }
    for (const { message, mend } of json ? [] : (result.findings ?? [])) {
      runtime.writeError(`${oneLine(`${message} ${mend}`)}\n`);
    }
    answer(runtime, options, result.json, result.lines);
    exitWith(result.exitCode ?? 0);
  };
  if (scope === 'process' || scope === 'files') {
    return runIn();
  }
  if (scope === 'computer' || scope === 'optional-workspace') {
    return withClient(runtime, runIn);
  }
  const where = scope === 'work' ? { ...options, startEmpty: true } : options;
  return withWorkspace(runtime, where, async (client, place) => {
    if (scope === 'work') {
      // Report if the work folder in the settings can't be used.
      const { problems } = await client.call('settings.read', { workspace: place.id });
      for (const problem of problems.filter((each) => each.startsWith(settings.workFolder.yamlName))) {
        runtime.writeError(`${oneLine(problem)}\n`);
      }
    }
    await runIn(client, place);
  });
}
