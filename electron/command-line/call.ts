import { z } from 'zod';
import { isMethodName, type MethodName, methods, type Params, type Result } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import type { Runtime } from './runtime.ts';
import { openPlace, withClient } from './with-workspace.ts';

export type CallRequest = {
  readonly method: string;
  /** The parameters as JSON; `-` for standard input, nothing for `{}`. */
  readonly json: string | undefined;
  readonly workspace: string | undefined;
  readonly startEmpty: boolean;
};

/** Calls one method of the contract, over the same contract as an interface would, on an engine of its own. */
export async function call(request: CallRequest, runtime: Runtime): Promise<Result<MethodName>> {
  const { method } = request;
  if (!isMethodName(method)) {
    const message = `There is no method called “${method}”. “contexture methods” lists them all.`;
    throw new ContextureError('unknown_method', message, { method });
  }
  const given = parametersOf(request.json === '-' ? await runtime.readInput() : (request.json ?? '{}'));
  if (takesWorkspace(method) && request.workspace === undefined) {
    throw new ContextureError('invalid_request', `${method} works on a workspace: name it with --workspace FOLDER.`);
  }

  return withClient(runtime, async (client) => {
    const added =
      request.workspace === undefined ? {} : await open(client, method, request.workspace, request.startEmpty);
    // The host validates what a person typed, as it does for every caller.
    return client.call(method, { ...given, ...added } as Params<MethodName>);
  });
}

async function open(client: Client, method: MethodName, path: string, startEmpty: boolean): Promise<object> {
  const { id } = await openPlace(client, { path, startEmpty });
  return takesWorkspace(method) ? { workspace: id } : {};
}

function takesWorkspace(method: MethodName): boolean {
  const { params } = methods[method];
  return params instanceof z.ZodObject && 'workspace' in params.shape;
}

function parametersOf(json: string): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new ContextureError('invalid_request', 'The parameters are not JSON. Quote them: \'{"limit": 10}\'.');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new ContextureError('invalid_request', 'The parameters have to be a JSON object: \'{"limit": 10}\'.');
  }
  return parsed;
}
