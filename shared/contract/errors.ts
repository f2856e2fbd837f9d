import type { ErrorCode } from './error-codes.ts';
import type { ErrorData } from './error-data.ts';

type Details = ErrorData['details'];

/** Error class of engine and interface; sent as {@link ErrorData}. */
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

/** Converts anything thrown to an error with a code; an unexpected one becomes `internal`. */
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
