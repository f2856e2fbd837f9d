import type { ReactNode } from 'react';
import { ClampedText } from '../../ui/clamped-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { OwnWords, WordChanges } from '../../ui/word-changes.tsx';
import { counted } from '../../wording/counts.ts';
import { type FieldDifference, fieldPlace, noneInWords, valueInWords } from './field-differences.ts';

type DifferencesProps = Readonly<{
  differences: readonly FieldDifference[];
  names: readonly [before: string, after: string];
}>;

/** Most differences shown; the JSON has the rest. */
const maxShown = 200;

export function FieldDifferences({ differences, names: [before, after] }: DifferencesProps) {
  return (
    <>
      <ul className="ruled">
        {differences.slice(0, maxShown).map((each) => {
          const [was, is] = [valueInWords(each.before, each.path), valueInWords(each.after, each.path)];
          return (
            <li key={JSON.stringify(each.path)} className="stack-1">
              <VisibleText as="p" className="strong breaks" dir="auto" text={fieldPlace(each.path)} />
              <dl className="stack-1">
                <Version name={before} value={each.before} text={was} other={is} isGone />
                <Version name={after} value={each.after} text={is} other={was} />
              </dl>
            </li>
          );
        })}
      </ul>
      {differences.length > maxShown && (
        <p className="detail">and {counted(differences.length - maxShown, 'more change', 'more changes')}</p>
      )}
    </>
  );
}

type VersionProps = Readonly<{
  name: string;
  value: FieldDifference['before'];
  text: string | null;
  other: string | null;
  isGone?: boolean;
}>;

function Version({ name, value, text, other, isGone = false }: VersionProps) {
  return (
    <div className="named wide-names">
      <dt>{name}</dt>
      <dd dir="auto">
        {text === null ? (
          <span className="detail">{noneInWords(value)}</span>
        ) : (
          <ClampedText lines={8}>{marked(text, other, isGone)}</ClampedText>
        )}
      </dd>
    </div>
  );
}

/** Longer texts are not compared word by word, since that takes the square of their length. */
const maxCompared = 20_000;

function marked(text: string, other: string | null, isGone: boolean): ReactNode {
  if (Math.max(text.length, other?.length ?? 0) > maxCompared) {
    return <VisibleText text={text} />;
  }
  if (other === null) {
    return <WordChanges before={isGone ? text : ''} after={isGone ? '' : text} />;
  }
  return <OwnWords text={text} other={other} isGone={isGone} isCome={!isGone} />;
}
