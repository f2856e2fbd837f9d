import { type ComponentProps, type ReactNode, type RefObject, useId } from 'react';
import { Button } from './button.tsx';
import { isComposing } from './composing.ts';
import { Dialog } from './dialog.tsx';

type FormDialogProps = Readonly<
  Omit<ComponentProps<typeof Dialog>, 'actions'> & {
    submit: ReactNode;
    onSubmit: () => unknown;
    look?: 'primary' | 'danger';
    /** False while something is missing, so that nothing can be submitted. */
    isReady?: boolean;
    /** Set while it is being submitted: a second press does nothing. */
    busy?: boolean;
    /** Closes and drops what was filled in, if closing keeps it. */
    onCancel?: () => void;
    cancelRef?: RefObject<HTMLButtonElement | null>;
    /** Another way to answer, before Cancel. */
    aside?: ReactNode;
    layout?: string | undefined;
  }
>;

/** A dialog with fields, which Enter or its last button submits. The caller closes it once that succeeded. */
export function FormDialog(props: FormDialogProps) {
  const { submit, onSubmit, look = 'primary', isReady = true, busy = false, onCancel, cancelRef, ...rest } = props;
  const { aside, layout = 'stack-4', children, ...dialog } = rest;
  const form = useId();
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          {aside}
          <Button ref={cancelRef} onClick={onCancel ?? dialog.onClose} disabled={busy && dialog.alert}>
            Cancel
          </Button>
          {/* Disabled for real, it would lose the focus to a press that fails. */}
          <Button look={look} type="submit" form={form} disabled={!isReady} aria-disabled={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={layout}
        noValidate
        onKeyDown={(event) => event.key === 'Enter' && isComposing(event) && event.preventDefault()}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !busy) {
            onSubmit();
          }
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
