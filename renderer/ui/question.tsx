import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type QuestionProps = Readonly<{
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  problem?: ComponentProps<typeof Dialog>['problem'];
  /** The button that leaves everything as it is. */
  stay: string;
  onStay: () => void;
  go: ReactNode;
  onGo: () => void;
  look: 'primary' | 'danger';
  busy?: boolean;
  /** False while it isn't known what `go` would do. */
  isReady?: boolean;
  wide?: boolean;
  /** Button focused once it can be pressed; the dialog itself until then. */
  first?: 'stay' | 'go';
}>;

export function Question(props: QuestionProps) {
  const { stay, onStay, go, onGo, look, busy = false, isReady = true, first, ...asked } = props;
  const focused = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isReady && first === 'go' && document.activeElement?.matches('[role="dialog"]')) {
      focused.current?.focus();
    }
  }, [isReady, first]);
  return (
    <Dialog
      {...asked}
      onClose={onStay}
      initialFocus={first === 'stay' || (first === 'go' && isReady) ? focused : undefined}
      actions={
        <>
          <Button ref={first === 'stay' ? focused : undefined} onClick={onStay}>
            {stay}
          </Button>
          <Button
            ref={first === 'go' ? focused : undefined}
            look={look}
            disabled={!isReady}
            aria-disabled={busy}
            onClick={() => busy || onGo()}
          >
            {go}
          </Button>
        </>
      }
    />
  );
}
