import styles from './text-versions.module.css';
import { ValueText } from './visible-text.tsx';

type TextVersionsProps = Readonly<{ versions: readonly { readonly name: string; readonly text: string }[] }>;

/** The same thing in several wordings, one below the other, each by whose or when it is. */
export function TextVersions({ versions }: TextVersionsProps) {
  return (
    <dl className={styles['texts']}>
      {versions.map(({ name, text }) => (
        <div key={name} className={styles['version']}>
          <dt>{name}</dt>
          <dd dir="auto">
            <ValueText value={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
