import { Toast } from '@base-ui/react/toast';
import { Check, CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './notice-list.module.css';
import { type NoticeData, notices } from './notices.ts';
import { undo } from './undo.ts';

/** So many that none of a row of quick deletions loses its button. */
const mostNotices = 50;

/** The notices, each with its own way back. They wait while the pointer or the focus is among them. */
export function NoticeList() {
  return (
    <Toast.Provider toastManager={notices} limit={mostNotices}>
      <Toast.Portal>
        <Toast.Viewport data-notices className={styles['viewport']}>
          <Notices />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** A notice says something; it is no dialog that wants an answer. */
const group = { role: 'group', 'aria-modal': undefined };

const icons = { done: Check, info: Info, warning: TriangleAlert, error: CircleAlert };

function Notices() {
  const { toasts, close } = Toast.useToastManager<NoticeData>();
  return toasts.map((toast) => {
    const tone = toast.data?.tone ?? 'info';
    const change = toast.data?.change ?? null;
    const Icon = icons[tone];
    return (
      <Toast.Root key={toast.id} toast={toast} {...group} className={styles['notice']} swipeDirection={['right']}>
        <Toast.Content className={styles['content']}>
          <Icon className={styles['icon']} data-tone={tone} aria-hidden />
          <div className={styles['words']}>
            <Toast.Title className={styles['title']} render={<p />}>
              <VisibleText text={String(toast.title ?? '')} />
            </Toast.Title>
            {toast.description && (
              <Toast.Description className={styles['description']} render={<p />}>
                <VisibleText text={String(toast.description)} />
              </Toast.Description>
            )}
          </div>
          {change && (
            <Button
              aria-label={`${change.verb}: ${String(toast.title ?? '')}`}
              onClick={() => {
                close(toast.id);
                void undo(change.id);
              }}
            >
              {change.verb}
            </Button>
          )}
          <IconButton name="Close notice" onClick={() => close(toast.id)}>
            <X aria-hidden />
          </IconButton>
        </Toast.Content>
      </Toast.Root>
    );
  });
}
