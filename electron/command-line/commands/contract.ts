import { z } from 'zod';
import { isMethodName, type MethodName, methods, type Params } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { asJson, type Call, type CommandRecord } from '../command.ts';
import { exitCodesHelp } from '../exit-codes.ts';
import type { Runtime } from '../runtime.ts';
import { openWorkspaceAt, withClient } from '../with-workspace.ts';

type CallOptions = { readonly workspace?: string; readonly startEmpty: boolean };

export const callMethod: CommandRecord = {
  name: 'call',
  scope: 'process',
  about: 'Call one method on a workspace; the answer is JSON.',
  arguments: [
    ['<method>', 'name of the method; “contexture methods” lists them'],
    ['[json]', 'its parameters as a JSON object, or - to read them from standard input'],
  ],
  options: [
    ['-w, --workspace <folder>', 'workspace to open and to call the method on'],
    ['--start-empty', 'also if the folder holds no memory yet', false],
  ],
  help: exitCodesHelp,
  examples: ['call context.read \'{"limit":5}\' -w ~/notes', 'call work.list -w ~/notes'],
  run: async ({ options, runtime }: Call<CallOptions>, method: string, json: string | undefined) =>
    asJson(await call(method, json, options, runtime)),
};

export const listMethods: CommandRecord = {
  name: 'methods',
  scope: 'process',
  about: 'Print all methods with their JSON schemas, as JSON.',
  examples: ['methods', 'methods > methods.json'],
  run: async () => asJson(describeMethods()),
};

function describeMethods(): object[] {
  return Object.entries(methods).map(([method, { about, params, result }]) => ({
    method,
    about,
    // Describe params as input, so that callers may leave out those with a default.
    params: z.toJSONSchema(params, { io: 'input' }),
    result: z.toJSONSchema(result, { io: 'output' }),
  }));
}

/** Calls one method as an interface would. @param json `-` for standard input, undefined for `{}` */
async function call(method: string, json: string | undefined, options: CallOptions, runtime: Runtime) {
  const { workspace, startEmpty } = options;
  if (!isMethodName(method)) {
    const message = `There is no method called “${method}”. “contexture methods” lists them all.`;
    throw new ContextureError('unknown_method', message, { method });
  }
  const typedParams = parametersOf(json === '-' ? await runtime.readInput() : (json ?? '{}'));
  if (takesWorkspace(method) && workspace === undefined) {
    throw new ContextureError('invalid_request', `${method} works on a workspace: name it with --workspace FOLDER.`);
  }

  return withClient(runtime, async (client) => {
    const opened = workspace === undefined ? null : await openWorkspaceAt(client, workspace, startEmpty);
    const added = opened !== null && takesWorkspace(method) ? { workspace: opened.id } : {};
    // The host validates the typed parameters, as it does for every caller.
    return client.call(method, { ...typedParams, ...added } as Params<MethodName>);
  });
}

function takesWorkspace(method: MethodName): boolean {
  const { params } = methods[method];
  return params instanceof z.ZodObject && 'workspace' in params.shape;
}

function parametersOf(json: string): object {
  const parsed = parseJson(json);
  if (parsed === undefined) {
    throw new ContextureError('invalid_request', 'The parameters are not JSON. Quote them: \'{"limit": 10}\'.');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new ContextureError('invalid_request', 'The parameters have to be a JSON object: \'{"limit": 10}\'.');
  }
  return parsed;
}
