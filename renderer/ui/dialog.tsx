import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as PlainDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { FieldProblem } from './field.tsx';

type DialogProps = Readonly<{
  title: string;
  description?: ReactNode;
  onClose: () => void;
  children?: ReactNode;
  /** Problem, shown above the buttons at any scroll position. */
  problem?: { readonly message: string } | null | undefined;
  /** The buttons, the least committing first. */
  actions?: ReactNode;
  wide?: boolean;
  /** Asks about what can't be undone: a press beside it does not close it. */
  alert?: boolean;
  /** Holds what was typed or chosen: a press beside it does not close it. */
  holds?: boolean;
  /** Element focused at first; the dialog itself if left out. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** True, also if left out, to return the focus once the dialog is closed. */
  givesFocusBack?: () => boolean;
}>;

export function Dialog(props: DialogProps) {
  const { title, description, onClose, children, problem, actions } = props;
  const { wide, alert, holds = false, initialFocus, givesFocusBack = () => true } = props;
  const popup = useRef<HTMLDivElement>(null);
  const Base = alert ? AlertDialog : PlainDialog;
  return (
    <Base.Root open disablePointerDismissal={holds} onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Popup
          className={classNames(styles['popup'], wide && styles['wide'])}
          ref={popup}
          initialFocus={initialFocus ?? popup}
          finalFocus={givesFocusBack}
          aria-modal="true"
        >
          <div className={styles['head']}>
            <Base.Title className={styles['title']}>{title}</Base.Title>
            <Base.Close render={<IconButton name="Close" keys="Esc" />}>
              <X aria-hidden />
            </Base.Close>
          </div>
          {description && (
            <Base.Description className={styles['description']} render={<div />}>
              {description}
            </Base.Description>
          )}
          {children && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in the keyboard's reach, whatever it holds.
            <div className={styles['body']} tabIndex={0}>
              {children}
            </div>
          )}
          {problem && (
            <div className={styles['problem']}>
              <FieldProblem>{problem.message}</FieldProblem>
            </div>
          )}
          {actions && <div className={styles['foot']}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
