import type { History } from '../history/history.ts';
import type { KeepVersion } from '../history/keep-version.ts';
import type { Rules } from '../steps/rules.ts';
import type { Commit } from './commit.ts';
import type { WorkspaceCore } from './core.ts';
import type { LateWrites } from './late-writes.ts';
import type { Refresh } from './refresh.ts';

/** The workspace's own parts and services. Every feature picks the few it needs. */
export type WorkspaceParts = WorkspaceCore & {
  readonly history: History;
  readonly keep: KeepVersion;
  readonly lateWrites: LateWrites;
  readonly rules: () => Rules;
  readonly refresh: Refresh;
  readonly commit: Commit;
};
