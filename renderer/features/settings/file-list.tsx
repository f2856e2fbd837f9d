import { Copy } from 'lucide-react';
import type { Workspace } from '#shared/contract/model.ts';
import { IconButton } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { say } from '../notices/notices.ts';
import styles from './settings-view.module.css';

/** The files themselves, for people who want to look at them with something else. */
export function FileList({ workspace, settingsPath }: Readonly<{ workspace: Workspace; settingsPath: string | null }>) {
  return (
    <dl className={styles['files']}>
      {workspace.path === workspace.contextPath ? (
        <Path name="File" path={workspace.path} />
      ) : (
        <>
          <Path name="Folder" path={workspace.path} />
          <Path name="Context" path={workspace.contextPath} />
        </>
      )}
      {settingsPath && <Path name="Settings" path={settingsPath} />}
    </dl>
  );
}

function Path({ name, path }: Readonly<{ name: string; path: string }>) {
  const copy = (): void => {
    navigator.clipboard
      .writeText(path)
      .then(() => say('Path copied.', 'done'))
      .catch(() => say('Your browser did not allow copying.', 'warning'));
  };
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <VisibleText text={path} />
      </dd>
      <dd>
        <IconButton name={`Copy the path of ${name.toLowerCase()}`} onClick={copy}>
          <Copy aria-hidden />
        </IconButton>
      </dd>
    </div>
  );
}
