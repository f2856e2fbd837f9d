import type { z } from 'zod';
import type { errorDataSchema } from './error-data.ts';

/** Every way a call can fail. Callers decide by code; the message is for people. */
export const errorCodes = [
  // the call itself
  'invalid_request',
  'unknown_method',
  'too_large',
  'cancelled',
  'disconnected',
  'internal',
  'unavailable',
  // workspaces and files
  'workspace_not_open',
  'workspace_gone',
  'not_found',
  'not_a_file',
  'not_text',
  'no_permission',
  'disk_full',
  'io_failed',
  'busy',
  'read_only',
  'outside_workspace',
  // entries
  'entry_changed',
  'entry_gone',
  'key_invalid',
  'key_exists',
  'value_invalid',
  'source_invalid',
  'updates_invalid',
  'section_unclear',
  'entry_unclear',
  'revision_gone',
  // changes, archive, settings
  'change_unknown',
  'change_superseded',
  'card_unknown',
  'correction_stands',
  'text_conflict',
  'version_unknown',
  'over_limit',
  /** What would be replaced can't be kept; a person may agree to that by `history.goWithout`. */
  'not_recorded',
  'settings_invalid',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** An error as it crosses between engine and interface. */
export type ErrorData = z.infer<typeof errorDataSchema>;

export type Details = ErrorData['details'];

/** The one error class of engine and interface; crosses as {@link ErrorData}. */
export class ContextureError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;
  readonly retry: boolean;

  constructor(code: ErrorCode, message: string, details: Details = {}, options?: { retry?: boolean; cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ContextureError';
    this.code = code;
    this.details = details;
    this.retry = options?.retry ?? false;
  }

  toData(): ErrorData {
    return { code: this.code, message: this.message, details: this.details, retry: this.retry };
  }

  static fromData(data: ErrorData): ContextureError {
    return new ContextureError(data.code, data.message, data.details, { retry: data.retry });
  }
}

/** Anything thrown, as an error with a code; what nobody expected becomes `internal`. */
export function toContextureError(error: unknown): ContextureError {
  if (error instanceof ContextureError) {
    return error;
  }
  const message = error instanceof Error ? error.message : String(error);
  return new ContextureError(
    'internal',
    `Something went wrong inside Contexture: ${message}. Nothing was changed.`,
    {},
    { cause: error },
  );
}
