import { readFile } from 'node:fs/promises';
import { fileError } from '#node/file-errors.ts';
import { errnoOf } from '#node/system-calls.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { readJsonExactly } from '#shared/formats/workflow/json-text.ts';
import { isObject, type JsonObject, plainJson } from '#shared/formats/workflow/json-values.ts';
import type { Runtime } from './runtime.ts';

/**
 * Reads the text of a file named on the command line; `-` is standard input.
 * @throws `not_found`, `not_a_file`, `no_permission`, `not_text`, `io_failed`
 */
export async function readNamed(path: string, runtime: Runtime): Promise<string> {
  if (path === '-') {
    return runtime.readInput();
  }
  const bytes = await bytesOf(path);
  const text = decoded(bytes);
  if (text === null) {
    throw notTextError(path);
  }
  return text;
}

/** Reads a text like `readNamed`, even one that is not UTF-8, with U+FFFD in place of invalid bytes. */
export async function readNamedMarked(
  path: string,
  runtime: Runtime,
): Promise<{ readonly text: string; readonly isMarked: boolean }> {
  if (path === '-') {
    return { text: await runtime.readInput(), isMarked: false };
  }
  const bytes = await bytesOf(path);
  const text = decoded(bytes);
  if (text === null && bytes.includes(0)) {
    throw notTextError(path);
  }
  return { text: text ?? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), isMarked: text === null };
}

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

const bytesOf = (path: string): Promise<Uint8Array> =>
  readFile(path).catch((error: unknown) => {
    throw readFileError(path, error);
  });

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const notTextError = (path: string): ContextureError =>
  new ContextureError('not_text', `${path} is not text in UTF-8.`, { path });

function readFileError(path: string, error: unknown): ContextureError {
  const details = { path };
  switch (errnoOf(error)) {
    case 'ENOENT':
      return new ContextureError('not_found', `There is no file ${path}.`, details);
    case 'EISDIR':
      return new ContextureError('not_a_file', `${path} is a folder. Name a file in it.`, details);
    case 'EACCES':
    case 'EPERM':
      return new ContextureError('no_permission', `${path} may not be read.`, details);
    default:
      return fileError(error, { doing: 'read', path });
  }
}
