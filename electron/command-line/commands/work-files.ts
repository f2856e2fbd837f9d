import { ContextureError } from '#shared/contract/errors.ts';
import { readJsonExactly } from '#shared/formats/workflow/json-text.ts';
import { isObject, type JsonObject, plainJson } from '#shared/formats/workflow/json-values.ts';
import { readNamed } from '../read-file.ts';
import type { Runtime } from '../runtime.ts';

export const idHelp = 'its workflow_id, as “contexture work list” has it';

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
