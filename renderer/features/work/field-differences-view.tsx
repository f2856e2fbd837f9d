import { lazy, Suspense } from 'react';
import { loadPart } from '../../api/connection.ts';
import { ClampedText } from '../../ui/clamped-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { humanised } from '../../wording/workflows.ts';
import { type FieldDifference, placeInWords } from './field-differences.ts';
import styles from './field-differences-view.module.css';

/** What compares words comes with the editor. */
const MarkedText = lazy(() =>
  loadPart(() => import('../../ui/marked-text.tsx')).then((module) => ({ default: module.MarkedText })),
);

type DifferencesProps = Readonly<{
  differences: readonly FieldDifference[];
  /** What the two states are called. */
  names: readonly [before: string, after: string];
}>;

/** More are left to the JSON. */
const maxShown = 200;

/** Where two states differ, field by field, with the words that differ marked. */
export function FieldDifferences({ differences, names: [before, after] }: DifferencesProps) {
  return (
    <>
      <ul className="ruled">
        {differences.slice(0, maxShown).map((each) => {
          const [was, is] = [inText(each.before, each.path), inText(each.after, each.path)];
          return (
            <li key={JSON.stringify(each.path)} className={styles['difference']}>
              <p className={styles['place']} dir="auto">
                <VisibleText text={placeInWords(each.path)} />
              </p>
              <dl className={styles['versions']}>
                <Version name={before} text={was} other={is} />
                <Version name={after} text={is} other={was} />
              </dl>
            </li>
          );
        })}
      </ul>
      {differences.length > maxShown && (
        <p className="detail">and {counted(differences.length - maxShown, 'more difference', 'more differences')}</p>
      )}
    </>
  );
}

/** Longer texts are not compared word by word, which takes the square of their length. */
const maxCompared = 20_000;

function Version({ name, text, other }: Readonly<{ name: string; text: string | null; other: string | null }>) {
  return (
    <div className={styles['version']}>
      <dt>{name}</dt>
      <dd dir="auto">
        {text === null ? (
          <span className="detail">Not there</span>
        ) : (
          <ClampedText lines={8}>
            {other === null || Math.max(text.length, other.length) > maxCompared ? (
              <VisibleText text={text} />
            ) : (
              <Suspense fallback={<VisibleText text={text} />}>
                <MarkedText text={text} other={other} />
              </Suspense>
            )}
          </ClampedText>
        )}
      </dd>
    </div>
  );
}

/** What holds names of steps. */
const stepFields: readonly unknown[] = ['current_step', 'next_steps', 'resume_from_step'];

/** Null for what is not there; steps as they are called everywhere else. */
function inText(value: FieldDifference['before'], path: FieldDifference['path']): string | null {
  const isStep = stepFields.includes(path.at(-1));
  if (value === undefined || typeof value === 'string') {
    return value === undefined ? null : isStep ? humanised(value) : value;
  }
  const isList = Array.isArray(value) && value.every((each) => typeof each !== 'object');
  return isList
    ? value.map((each) => (isStep ? humanised(String(each)) : each)).join(', ') || 'An empty list'
    : JSON.stringify(value, null, 2);
}
