import { Copy, FolderSearch } from 'lucide-react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useApp } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { problemOf } from '../../api/problem.ts';
import { copyText } from '../../services/copy-text.ts';
import { sayProblem } from '../../services/notices.ts';
import { IconButton } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './settings-view.module.css';

/** The files themselves, for people who want to look at them with something else. */
export function FileList({ workspace, settingsPath }: Readonly<{ workspace: Workspace; settingsPath: string | null }>) {
  const canReveal = useApp((state) => state.abilities.reveal);
  const show = (): void => {
    call('workspaces.reveal', { workspace: workspace.id }).catch((error: unknown) =>
      sayProblem(problemOf(error), 'It could not be shown'),
    );
  };
  const reveal = canReveal ? show : null;
  return (
    <dl className={styles['files']}>
      {workspace.path === workspace.contextPath ? (
        <Path name="File" path={workspace.path} onReveal={reveal} />
      ) : (
        <>
          <Path name="Folder" path={workspace.path} />
          <Path name="Memory" path={workspace.contextPath} onReveal={reveal} />
        </>
      )}
      {settingsPath && <Path name="Settings" path={settingsPath} />}
    </dl>
  );
}

type PathProps = Readonly<{ name: string; path: string; onReveal?: (() => void) | null }>;

function Path({ name, path, onReveal = null }: PathProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <VisibleText text={path} />
      </dd>
      <dd>
        <IconButton name={`Copy the path of ${name.toLowerCase()}`} onClick={() => copyText(path, 'Path copied.')}>
          <Copy aria-hidden />
        </IconButton>
        {onReveal && (
          <IconButton name={`Show ${name.toLowerCase()} in the file manager`} onClick={onReveal}>
            <FolderSearch aria-hidden />
          </IconButton>
        )}
      </dd>
    </div>
  );
}
