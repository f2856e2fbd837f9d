import { ChevronDown, NotebookText } from 'lucide-react';
import type { ComponentProps } from 'react';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './workspace-menu.module.css';

export function WorkspaceButton({ name, ...props }: Readonly<ComponentProps<'button'> & { name: string }>) {
  return (
    <button type="button" {...props} className={styles['trigger']} aria-label={`Workspace: ${name}`}>
      <NotebookText aria-hidden />
      <WorkspaceName name={name} />
      <ChevronDown aria-hidden />
    </button>
  );
}

/** Owner above the name, so that neither is cut off for the other. */
function WorkspaceName({ name }: Readonly<{ name: string }>) {
  const at = name.indexOf(' · ');
  return (
    <span className={styles['names']}>
      <VisibleText as="span" className="ellipsis" text={at < 0 ? name : name.slice(0, at)} />
      {at >= 0 && <VisibleText as="span" className="ellipsis detail" text={name.slice(at + 3)} />}
    </span>
  );
}
