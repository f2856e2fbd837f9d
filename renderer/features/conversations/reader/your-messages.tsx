import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { counted, countInWords } from '../../../wording/counts.ts';
import type { ConversationOutline } from './use-outline.ts';
import styles from './your-messages.module.css';

/** Most messages shown; for a long conversation, the latest. */
const maxShown = 300;

type YourMessagesProps = Readonly<{ outline: ConversationOutline; onShow: (at: number) => void }>;

export function YourMessages({ outline, onShow }: YourMessagesProps) {
  const all = outline.items.filter(({ author, kind }) => author === 'person' && kind === 'message');
  if (all.length === 0) {
    return null;
  }
  return (
    <Disclosure className={styles['messages']} summary={`Your ${counted(all.length, 'message', 'messages')}`}>
      {all.length > maxShown && <p className="detail">The latest {countInWords(maxShown)} of them:</p>}
      <ol className="bounded">
        {all.slice(-maxShown).map(({ at, begins }) => (
          <li key={at}>
            <Button look="link" onClick={() => onShow(at)}>
              <VisibleText text={begins || 'Without text'} />
            </Button>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
