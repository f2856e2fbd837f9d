import type { ErrorCode } from '#shared/contract/error-codes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import { errnoOf } from './system-calls.ts';

type Reason = { readonly code: ErrorCode; readonly what: string; readonly todo: string; readonly retry?: true };

const noPermission: Reason = {
  code: 'no_permission',
  what: 'this account may not do that there',
  todo: 'Allow it in the permissions of the file and its folder, then try again.',
};
const diskFull: Reason = {
  code: 'disk_full',
  what: 'the disk is full',
  todo: 'Free some space, then try again.',
  retry: true,
};
const fileTooLarge: Reason = {
  code: 'disk_full',
  what: 'the disk, or a limit set for this account, takes no file that large',
  todo: 'Make the file smaller or have the limit raised, then try again.',
};
const notAFile: Reason = {
  code: 'not_a_file',
  what: 'there is something other than a file in its place',
  todo: 'Look at what is there, or choose another file.',
};
const inUse: Reason = {
  code: 'busy',
  what: 'another app is using it',
  todo: 'Close the other app or wait a moment, then try again.',
  retry: true,
};
const tooManyOpen: Reason = {
  code: 'busy',
  what: 'too many files are open',
  todo: 'Close some programs, then try again.',
  retry: true,
};
const readOnlyDisk: Reason = {
  code: 'no_permission',
  what: 'the disk is read-only',
  todo: 'Make the disk writable or move the file, then try again.',
};
const nameTooLong: Reason = { code: 'io_failed', what: 'its name is too long', todo: 'Use a shorter name.' };
const linksInCircle: Reason = {
  code: 'io_failed',
  what: 'its links lead in a circle',
  todo: 'Remove the link or choose the file it should lead to.',
};
const failed: Reason = {
  code: 'io_failed',
  what: 'the disk reported an error',
  todo: 'Check the disk, then try again.',
  retry: true,
};

const reasons: Readonly<Record<string, Reason>> = {
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: readOnlyDisk,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EFBIG: fileTooLarge,
  EISDIR: notAFile,
  ENOTDIR: notAFile,
  ENXIO: notAFile,
  EBUSY: inUse,
  ETXTBSY: inUse,
  EMFILE: tooManyOpen,
  ENFILE: tooManyOpen,
  ENAMETOOLONG: nameTooLong,
  ELOOP: linksInCircle,
};

/** An attempt, for the error's sentence: `doing` as in "could not read", `outcome` a whole sentence. */
type Attempt = { readonly doing: string; readonly path: string; readonly outcome?: string };

/** Turns a system error into one a person can act on: what happened, to which file, the state now, what to do. */
export function fileError(error: unknown, attempt: Attempt): ContextureError {
  if (error instanceof ContextureError) {
    return error;
  }
  const errno = errnoOf(error);
  const reason = reasons[errno ?? ''] ?? failed;
  const outcome = attempt.outcome === undefined ? '' : ` ${attempt.outcome}`;
  return new ContextureError(
    reason.code,
    `Could not ${attempt.doing} ${cutTo(attempt.path, maxOfPath)}: ${reason.what}.${outcome} ${reason.todo}`,
    { path: attempt.path, errno },
    { retry: reason.retry === true, cause: error },
  );
}

/** Characters of a path in a message. A path too long for any system would only bury the message. */
const maxOfPath = 300;

export function notAFileError(path: string, kind: string): ContextureError {
  const message = `${path} is ${kind}, not a file. Nothing was changed. Choose another file, or move it out of the way.`;
  return new ContextureError('not_a_file', message, { path });
}

/** Runs `work`, and turns an error of the system into {@link fileError}. */
export async function saying<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileError(error, attempt);
  }
}
