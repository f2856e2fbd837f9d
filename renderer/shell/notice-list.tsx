import { Toast } from '@base-ui/react/toast';
import { Check, CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type NoticeData, notices, showNotices } from '../services/notices.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { useMedia } from '../ui/use-media.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { counted } from '../wording/counts.ts';
import styles from './notice-list.module.css';

/** High enough that none of a row of quick deletions loses its button. */
const maxNotices = 50;
/** Few enough to leave the content in sight, and enough to keep the latest undo buttons visible. */
const maxAtOnce = 3;
const maxAtOnceWhereNarrow = 1;
const roomForSeveral = '(min-width: 720px) and (min-height: 701px)';

/** The notices, the latest in sight, the others behind their number. They wait while pointer or focus is among them. */
export function NoticeList() {
  const [open, setOpen] = useState(false);
  useEffect(showNotices, []);
  const room = useMedia(roomForSeveral) ? maxAtOnce : maxAtOnceWhereNarrow;
  return (
    <Toast.Provider toastManager={notices} limit={open ? maxNotices : room}>
      <Toast.Portal>
        <Toast.Viewport data-notices aria-label="Notices" className={styles['viewport']}>
          <Notices room={room} open={open} onOpen={setOpen} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

type NoticesProps = Readonly<{ room: number; open: boolean; onOpen: (open: boolean) => void }>;

/** Number of notices before the visible ones, as a line that shows them. */
function Earlier({ room, open, onOpen }: NoticesProps) {
  const { toasts } = Toast.useToastManager<NoticeData>();
  const there = toasts.filter((toast) => toast.transitionStatus !== 'ending');
  const others = there.slice(room);
  const isOver = open && others.length === 0;
  useEffect(() => {
    if (isOver) {
      onOpen(false);
    }
  }, [isOver, onOpen]);
  if (others.length === 0) {
    return null;
  }
  const hasProblem = !open && others.some((toast) => toast.data?.tone === 'error');
  return (
    <Button look="text" className={styles['earlier'] ?? ''} aria-expanded={open} onClick={() => onOpen(!open)}>
      {hasProblem && <CircleAlert className={styles['icon']} data-tone="error" aria-hidden />}
      {open ? 'Show fewer notices' : counted(others.length, 'earlier notice', 'earlier notices')}
    </Button>
  );
}

/** A notice is a message, not a dialog that needs an answer. */
const group = { role: 'group', 'aria-modal': undefined };

const icons = { done: Check, info: Info, warning: TriangleAlert, error: CircleAlert };

function Notices({ room, open, onOpen }: NoticesProps) {
  const { toasts, close } = Toast.useToastManager<NoticeData>();
  const latest = toasts.find((toast) => toast.transitionStatus !== 'ending');
  return toasts.map((toast) => {
    const tone = toast.data?.tone ?? 'info';
    const { way, leads } = toast.data ?? {};
    const Icon = icons[tone];
    return (
      <Toast.Root key={toast.id} toast={toast} {...group} className={styles['notice']} swipeDirection={['right']}>
        <Toast.Content className={styles['content']}>
          <Icon className={styles['icon']} data-tone={tone} aria-hidden />
          <div className={styles['words']}>
            <Toast.Title render={<p />}>
              <VisibleText text={String(toast.title ?? '')} />
            </Toast.Title>
            {toast.description && (
              <Toast.Description className="detail" render={<p />}>
                <VisibleText text={String(toast.description)} />
              </Toast.Description>
            )}
            {toast === latest && <Earlier room={room} open={open} onOpen={onOpen} />}
          </div>
          {[leads, way].map(
            (each) =>
              each && (
                <Button
                  key={each.verb}
                  aria-label={`${each.verb}: ${String(toast.title ?? '')}`}
                  onClick={() => {
                    close(toast.id);
                    each.run();
                  }}
                >
                  {each.verb}
                </Button>
              ),
          )}
          <IconButton name="Close notice" onClick={() => close(toast.id)}>
            <X aria-hidden />
          </IconButton>
        </Toast.Content>
      </Toast.Root>
    );
  });
}
