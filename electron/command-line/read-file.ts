import { readFile } from 'node:fs/promises';
import { fileError } from '#node/file-errors.ts';
import { errnoOf } from '#node/system-calls.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Runtime } from './runtime.ts';

/**
 * The text of a file a person names on the command line; `-` is standard input.
 * @throws `not_found`, `not_a_file`, `no_permission`, `not_text`, `io_failed`
 */
export async function readNamed(path: string, runtime: Runtime): Promise<string> {
  if (path === '-') {
    return runtime.readInput();
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    throw problemWith(path, error);
  }
}

function problemWith(path: string, error: unknown): ContextureError {
  const details = { path };
  if (error instanceof TypeError) {
    return new ContextureError('not_text', `${path} is not text in UTF-8.`, details);
  }
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
