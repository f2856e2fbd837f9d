import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type QuestionProps = Readonly<{
  title: string;
  description: ReactNode;
  children?: ReactNode;
  /** The button that leaves everything as it is. */
  stay: string;
  onStay: () => void;
  go: ReactNode;
  onGo: () => void;
  look: 'primary' | 'danger';
  busy?: boolean;
  wide?: boolean;
  /** Which of the two has the focus at first; the dialog itself otherwise. */
  first?: 'stay' | 'go';
}>;

export function Question({ stay, onStay, go, onGo, look, busy = false, first, ...asked }: QuestionProps) {
  const focused = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      {...asked}
      onClose={onStay}
      initialFocus={first && focused}
      actions={
        <>
          <Button ref={first === 'stay' ? focused : undefined} onClick={onStay}>
            {stay}
          </Button>
          <Button ref={first === 'go' ? focused : undefined} look={look} disabled={busy} onClick={onGo}>
            {go}
          </Button>
        </>
      }
    />
  );
}
