import { type ClipboardEvent, useRef } from 'react';
import { modKeys } from '../services/commands/shortcuts.ts';
import { endRefusedCopy, useRefusedCopy } from '../services/copy-text.ts';
import { say } from '../services/notices.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { Key } from '../ui/keys.tsx';

/** Offers a text, already selected, that the browser did not let the page copy. */
export function CopyByHand() {
  const refused = useRefusedCopy((state) => state.refused);
  const field = useRef<HTMLTextAreaElement>(null);
  if (refused === null) {
    return null;
  }
  const { text, done } = refused;
  const finish = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    if (selectionStart > 0 || selectionEnd < value.length) {
      return; // A part of it was chosen by hand, and more may follow.
    }
    // A field makes all line ends alike; copy the original text.
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
    endRefusedCopy();
    say(done, 'done');
  };
  return (
    <Dialog
      title="Copy it yourself"
      description={
        <>
          Your browser did not allow copying. The text is selected: press <Key>{modKeys('C')}</Key> to copy it.
        </>
      }
      onClose={endRefusedCopy}
      initialFocus={field}
      actions={<Button onClick={() => field.current?.focus()}>Select all of it</Button>}
    >
      <TextArea
        ref={field}
        className="mono"
        aria-label="The text to copy"
        readOnly
        dir="auto"
        spellCheck={false}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onCopy={finish}
      />
    </Dialog>
  );
}
