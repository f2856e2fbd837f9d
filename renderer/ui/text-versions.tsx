import type { ReactNode } from 'react';
import { ClampedText } from './clamped-text.tsx';
import { ValueText } from './visible-text.tsx';
import { OwnWords } from './word-changes.tsx';

type TextVersionsProps = Readonly<{
  versions: readonly {
    readonly name: string;
    readonly text: string;
    /** True for the old text, parts of which the other omits. */
    readonly isGone?: boolean;
  }[];
  /** Number of lines shown of each at first; all if left out. */
  lines?: number;
}>;

/** Versions of a text one below the other, each with its writer or time; between two, the differences are marked. */
export function TextVersions({ versions, lines }: TextVersionsProps) {
  return (
    <dl className="stack-1">
      {versions.map((version) => (
        <div key={version.name} className="named">
          <dt>{version.name}</dt>
          <dd dir="auto">
            {lines === undefined ? (
              wording(version, versions)
            ) : (
              <ClampedText lines={lines}>{wording(version, versions)}</ClampedText>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Version = TextVersionsProps['versions'][number];

function wording({ text, isGone = false }: Version, versions: readonly Version[]): ReactNode {
  const other = versions.length === 2 ? versions.find((version) => version.text !== text) : undefined;
  return other === undefined || text.trim() === '' ? (
    <ValueText value={text} />
  ) : (
    <OwnWords text={text} other={other.text} isGone={isGone} />
  );
}
