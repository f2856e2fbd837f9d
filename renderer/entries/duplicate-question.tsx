import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

type DuplicateQuestionProps = Readonly<{
  message: string;
  onClose: () => void;
  onChoose: (onDuplicate: 'replace' | 'keep_both') => void;
}>;

/** Asks what to do if a restored entry meets another text under its key. */
export function DuplicateQuestion({ message, onClose, onChoose }: DuplicateQuestionProps) {
  return (
    <Dialog
      title="Which text to keep?"
      description={<VisibleText text={message} />}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={() => onChoose('keep_both')}>Keep both</Button>
          <Button look="primary" onClick={() => onChoose('replace')}>
            Replace
          </Button>
        </>
      }
    />
  );
}
