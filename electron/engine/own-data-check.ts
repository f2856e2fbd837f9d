import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { Ports } from './ports.ts';

/** Whether the app can write its own data. Where it can't, no earlier version can be kept, and so nothing is changed. */
export type OwnDataCheck = {
  /** Why it can't, as of the last look; null if it can. */
  problem(): ContextureError | null;
  /** Tries it. Never rejects. */
  look(): Promise<ContextureError | null>;
};

export function createOwnDataCheck(ports: Ports): OwnDataCheck {
  const { files, paths, dataFolder } = ports;
  const path = paths.join(dataFolder, 'writable');
  let problem: ContextureError | null = null;
  return {
    problem: () => problem,
    async look() {
      try {
        await files.store(path, new Uint8Array());
        await files.discard(path);
        problem = null;
      } catch (error) {
        problem = cannotKeep(dataFolder, toContextureError(error));
      }
      return problem;
    },
  };
}

function cannotKeep(folder: string, cause: ContextureError): ContextureError {
  return new ContextureError(
    cause.code,
    `Nothing can be changed for now: Contexture keeps every version it replaces, and can’t write in its own folder ${folder}. ${whatToDo(cause)}`,
    { path: folder },
    { retry: cause.retry, cause },
  );
}

function whatToDo({ code, message }: ContextureError): string {
  switch (code) {
    case 'no_permission':
      return 'Allow this account to write there, then try again.';
    case 'disk_full':
      return 'The disk is full: free some space, then try again.';
    default:
      return message;
  }
}
