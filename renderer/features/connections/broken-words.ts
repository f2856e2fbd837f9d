import type { ListedProgram } from '#shared/contract/features/connections.ts';
import { counted } from '../../wording/counts.ts';

/** A connection that does not start any more, for messages outside the list. */
export type Broken = {
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
