import type { Bytes } from '../app-files/file-version.ts';
import type { WorkspaceCore } from '../workspace/core.ts';
import type { History, NewVersion } from './history.ts';

/** Puts a version of a file into the history: as another program's, unless `by` says who made it. */
export type KeepVersion = (path: string, version: Bytes, by?: Partial<NewVersion>) => Promise<void>;

export function createKeepVersion(
  { ports, layout }: Pick<WorkspaceCore, 'ports' | 'layout'>,
  history: Pick<History, 'keep'>,
): KeepVersion {
  return async (path, { hash, bytes }, by = {}) => {
    const read = { at: ports.clock.now(), file: layout.nameOf(path), who: 'outside', action: 'read' } as const;
    await history.keep({ ...read, hash, bytes, ...by });
  };
}
