import type { ListedProgram } from '#shared/contract/features/connections.ts';
import { call } from '../../api/connection.ts';
import { counted } from '../../wording/counts.ts';

export const readBroken = async (workspace: string): Promise<readonly Broken[]> =>
  brokenIn((await call('connections.list', { workspace })).programs);

/** The same in one line, for the rail; null for none. */
export const readMark = async (workspace: string): Promise<string | null> => brokenInWords(await readBroken(workspace));

/** A connection that does not start any more, for messages outside the list. */
type Broken = {
  readonly program: ListedProgram['id'];
  readonly name: string;
  readonly title: string;
  /** The memory it is with, if that is not the open one. */
  readonly where: string | null;
  readonly problem: string;
};

export const brokenIn = (programs: readonly ListedProgram[]): readonly Broken[] =>
  programs.flatMap(({ id, label, connections }) => {
    const areAll = connections.every(({ problem }) => problem !== null);
    return connections.flatMap(({ name, isThis, memory, problem }) =>
      problem === null
        ? []
        : {
            program: id,
            name,
            title: areAll ? `${label} is no longer connected` : `A connection of ${label} is broken`,
            where: isThis ? null : memory,
            problem,
          },
    );
  });

/** Broken connections in one line; null for none. */
export function brokenInWords(broken: readonly Broken[]): string | null {
  const [first] = broken;
  return broken.length > 1
    ? `${counted(broken.length, 'connection is', 'connections are')} broken`
    : (first?.title ?? null);
}
