import { ContextureError } from '#shared/contract/errors.ts';
import { settings } from '#shared/contract/features/settings.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import type { Finding } from '#shared/formats/workflow/finding.ts';
import { readJsonExactly } from '#shared/formats/workflow/json-text.ts';
import { isObject, type JsonObject, plainJson } from '#shared/formats/workflow/json-values.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { readNamed } from '../read-file.ts';
import type { Runtime } from '../runtime.ts';
import { type WorkspaceOptions, withWorkspace } from '../with-workspace.ts';

export const idHelp = 'its workflow_id, as “contexture work list” has it';

/** Runs some work on a workspace, which may be an empty folder, and reports if the work folder in the settings can't be used. */
export const onWork = (
  runtime: Runtime,
  options: WorkspaceOptions,
  work: (client: Client, workspace: string) => Promise<void>,
): Promise<void> =>
  withWorkspace(runtime, { ...options, startEmpty: true }, async (client, { id }) => {
    const { problems } = await client.call('settings.read', { workspace: id });
    for (const problem of problems.filter((each) => each.startsWith(settings.workFolder.yamlName))) {
      runtime.writeError(`${oneLine(problem)}\n`);
    }
    await work(client, id);
  });

/** Reads a file with a JSON object, as text and value. @throws `invalid_request` if it isn't one */
export async function readObject(file: string, runtime: Runtime): Promise<{ text: string; value: JsonObject }> {
  const text = await readNamed(file, runtime);
  const exact = readJsonExactly(text);
  const value = exact && plainJson(exact);
  if (!isObject(value)) {
    throw new ContextureError('invalid_request', `${file} isn’t a JSON object. Nothing was changed.`, { file });
  }
  return { text, value };
}

/** Prints findings that may be worth mending beside the answer, unless it is JSON. */
export function tellFindings(runtime: Runtime, { json }: WorkspaceOptions, findings: readonly Finding[]): void {
  for (const { message, mend } of json ? [] : findings) {
    runtime.writeError(`${oneLine(`${message} ${mend}`)}\n`);
  }
}
