import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { PageView } from '../view.tsx';
import styles from './narrow-head.module.css';
import { WorkspaceMenu } from './workspace-menu.tsx';

/** Replaces the rail's heading in narrow windows: the open memory, with a menu of others, and the view. */
export function NarrowHead({ workspace, view }: Readonly<{ workspace: Workspace; view: PageView }>) {
  return (
    <div role="group" aria-label="Memory" className={styles['head']}>
      <span>
        <WorkspaceMenu workspace={workspace} />
      </span>
      <span className="detail keeps-width">{view.title}</span>
    </div>
  );
}
