import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { View } from '../view.tsx';
import styles from './narrow-head.module.css';
import { WorkspaceMenu } from './workspace-menu.tsx';

/** What the rail says in wider windows: which memory is open, with the way to others, and what of it is shown. */
export function NarrowHead({ workspace, view }: Readonly<{ workspace: Workspace; view: View }>) {
  return (
    <div role="group" aria-label="Memory" className={styles['head']}>
      <span className={styles['memory']}>
        <WorkspaceMenu workspace={workspace} />
      </span>
      <span className={styles['view']}>{view.title}</span>
    </div>
  );
}
