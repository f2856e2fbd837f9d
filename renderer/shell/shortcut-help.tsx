import { useSaysHowSure } from '../api/context-store.ts';
import { shortcutGroups } from '../services/commands/shortcut-list.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Key } from '../ui/keys.tsx';
import styles from './shortcut-help.module.css';

export function ShortcutHelp({ onClose }: Readonly<{ onClose: () => void }>) {
  const here = useSaysHowSure() ? 'sure' : 'unsaid';
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} wide>
      <div className={styles['groups']}>
        {shortcutGroups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className={styles['title']}>{title}</h3>
            <dl>
              {shortcuts
                .filter(({ where }) => where === undefined || where === here)
                .map(({ keys, does }) => (
                  <div key={does} className={styles['row']}>
                    <dt>{does}</dt>
                    <dd className={styles['keys']}>
                      {keys.map((key) => (
                        <Key key={key}>{key}</Key>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
