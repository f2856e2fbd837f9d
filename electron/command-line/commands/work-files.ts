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

/** Runs some work on a workspace, and says where another folder than the settings name is used. An empty folder is one, too: nothing of a memory is needed. */
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

/** A file of a JSON object, as text and as it is read. @throws `invalid_request` where it is none */
export async function readObject(file: string, runtime: Runtime): Promise<{ text: string; value: JsonObject }> {
  const text = await readNamed(file, runtime);
  const exact = readJsonExactly(text);
  const value = exact && plainJson(exact);
  if (!isObject(value)) {
    throw new ContextureError('invalid_request', `${file} isn’t a JSON object. Nothing was changed.`, { file });
  }
  return { text, value };
}

/** What may be worth mending says so beside the answer, where a person reads it. */
export function tellFindings(runtime: Runtime, { json }: WorkspaceOptions, findings: readonly Finding[]): void {
  for (const { message, mend } of json ? [] : findings) {
    runtime.writeError(`${oneLine(`${message} ${mend}`)}\n`);
  }
}
