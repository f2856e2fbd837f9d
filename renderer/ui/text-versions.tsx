import { ClampedText } from './clamped-text.tsx';
import styles from './text-versions.module.css';
import { ValueText } from './visible-text.tsx';

type TextVersionsProps = Readonly<{
  versions: readonly { readonly name: string; readonly text: string }[];
  /** How many lines of each are shown at once; all of them where it is left out. */
  lines?: number;
}>;

/** The same thing in several wordings, one below the other, each by whose or when it is. */
export function TextVersions({ versions, lines }: TextVersionsProps) {
  return (
    <dl className="stack-1">
      {versions.map(({ name, text }) => (
        <div key={name} className={styles['version']}>
          <dt>{name}</dt>
          <dd dir="auto">
            {lines === undefined ? (
              <ValueText value={text} />
            ) : (
              <ClampedText lines={lines}>
                <ValueText value={text} />
              </ClampedText>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
