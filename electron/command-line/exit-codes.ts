import { CommanderError } from 'commander';
import type { ErrorData } from '#shared/contract/error-data.ts';
import { toContextureError } from '#shared/contract/errors.ts';

/** Exit codes of commands. Numbers from 64 on are those of sysexits.h. */
export const exitCodes = {
  done: 0,
  /** The engine refused, or something failed, as the error says. `check` found a harmful problem, or `scan` any finding. */
  failed: 1,
  /** The command was not understood: an unknown method, parameters that don't fit, invalid JSON. */
  misused: 2,
  /** No entry fits, or several: be more precise. */
  unclear: 3,
  internal: 70,
  /** Another process was in the way; the same call may succeed if made again. */
  tryAgain: 75,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodeFor = (isGood: boolean): ExitCode => (isGood ? exitCodes.done : exitCodes.failed);

export const exitCodesHelp = `
Exit codes:
  ${exitCodes.done}   done
  ${exitCodes.failed}   it failed, and standard error says why; of check, work check and
      work validate: a harmful problem was found (harmless ones are printed too,
      and end with ${exitCodes.done}); of scan: anything was found that you did not say is
      fine, or not everything could be looked at
  ${exitCodes.misused}   the command was not understood
  ${exitCodes.unclear}   no entry, or several, are what you asked for
  ${exitCodes.internal}  an error inside Contexture
  ${exitCodes.tryAgain}  busy: the same call may succeed if made again

With --json, and with call, an error is {"code","message","details","retry"}
on standard error.`;

const exitCodesOf: { readonly [C in ErrorData['code']]?: ExitCode } = {
  invalid_request: exitCodes.misused,
  unknown_method: exitCodes.misused,
  entry_unclear: exitCodes.unclear,
  internal: exitCodes.internal,
};

export const exitCodeOf = ({ code, retry }: ErrorData): ExitCode =>
  retry ? exitCodes.tryAgain : (exitCodesOf[code] ?? exitCodes.failed);

/** Converts an error of a command to data. Arguments that commander could not read are an invalid request. */
export function errorOf(thrown: unknown): ErrorData {
  if (thrown instanceof CommanderError) {
    const message = thrown.message.replace(/^error: /, '');
    return { code: 'invalid_request', message, details: {}, retry: false };
  }
  return toContextureError(thrown).toData();
}
