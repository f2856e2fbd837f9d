import type { ReactNode } from 'react';
import { ClampedText } from './clamped-text.tsx';
import styles from './text-versions.module.css';
import { ValueText } from './visible-text.tsx';
import { OwnWords } from './word-changes.tsx';

type TextVersionsProps = Readonly<{
  versions: readonly { readonly name: string; readonly text: string }[];
  /** How many lines of each are shown at once; all of them where it is left out. */
  lines?: number;
}>;

/** The same thing in several wordings, one below the other, each by whose or when it is; of two, what differs is marked. */
export function TextVersions({ versions, lines }: TextVersionsProps) {
  return (
    <dl className="stack-1">
      {versions.map(({ name, text }) => (
        <div key={name} className={styles['version']}>
          <dt>{name}</dt>
          <dd dir="auto">
            {lines === undefined ? (
              wording(text, versions)
            ) : (
              <ClampedText lines={lines}>{wording(text, versions)}</ClampedText>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function wording(text: string, versions: TextVersionsProps['versions']): ReactNode {
  const other = versions.length === 2 ? versions.find((version) => version.text !== text) : undefined;
  return other === undefined || text.trim() === '' ? (
    <ValueText value={text} />
  ) : (
    <OwnWords text={text} other={other.text} />
  );
}
