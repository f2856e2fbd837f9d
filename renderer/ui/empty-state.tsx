import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

type EmptyStateProps = Readonly<{ title: string; children: ReactNode; action?: ReactNode }>;

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <h2 className="title">{title}</h2>
      <div className="quiet breaks">{children}</div>
      {action && <div className="wrap">{action}</div>}
    </div>
  );
}
