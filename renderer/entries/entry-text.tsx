import type { ReactNode } from 'react';
import { subjectFrom } from '#shared/wording/subjects.ts';
import details from '../ui/details.module.css';
import { drawnText, type ValueField, type ValuePart, valueParts } from '../ui/value-parts.ts';
import { DrawnText, SubjectText, ValueText } from '../ui/visible-text.tsx';
import { cutToCharacters, noValue } from '../wording/names.ts';
import styles from './entry-text.module.css';
import { OutsideLink } from './outside-link.tsx';

type EntryTextProps = Readonly<{
  entry: Readonly<{ key: string | null; value: string; topic?: string | undefined }>;
  found?: readonly string[];
  drawn?: ReactNode;
}>;

/** An entry in a row: its subject comes first, then its value. Alone in a block with `dir="auto"`. */
export function EntryText({ entry: { key, value, topic }, found = [], drawn }: EntryTextProps) {
  const subject = key ?? topic;
  const text = drawn ?? <ValueText value={value} found={found} />;
  return subject === undefined ? (
    text
  ) : (
    <>
      <strong className={styles['subject']}>
        <SubjectText text={subject} said={value} found={found} />
      </strong>
      {(value !== '' || topic === undefined) && <> {text}</>}
    </>
  );
}

/** The same for screen readers, in a few hundred characters. */
export function nameAndText({ key, value, topic }: EntryTextProps['entry']): string {
  const subject = key ?? topic;
  const text = cutToCharacters(drawnText(value), 200).trim();
  return [subject !== undefined && subjectFrom(subject, value), text || (topic === undefined && noValue)]
    .filter(Boolean)
    .join(', ');
}

/** Number of characters from which a text is read rather than glanced at. */
const longFrom = 100;

/** Subject of an entry as the heading of its details, with its value below; without a subject, its text is the heading. */
export function EntryHeading({ entry: { key, value, topic } }: Pick<EntryTextProps, 'entry'>) {
  const subject = key ?? topic;
  const [first, ...others] = valueParts(value);
  const isText = first?.kind === 'text';
  const heading = subject === undefined && isText ? first.text : (subject ?? '');
  return (
    <div className="stack-2">
      <h2
        className={details['value']}
        dir="auto"
        tabIndex={-1}
        data-details-heading
        data-long={heading.length >= longFrom || undefined}
      >
        {subject !== undefined ? (
          <SubjectText text={subject} said={value} />
        ) : isText && value.trim() !== '' ? (
          linked(first.text)
        ) : (
          <ValueText value={value} />
        )}
      </h2>
      {subject !== undefined && (value !== '' || topic === undefined) && <ValueBlocks parts={valueParts(value)} />}
      {subject === undefined && isText && others.length > 0 && <ValueBlocks parts={others} />}
    </div>
  );
}

function ValueBlocks({ parts }: Readonly<{ parts: readonly ValuePart[] }>) {
  return (
    <div className="stack-2 breaks" dir="auto">
      {parts.map(block)}
    </div>
  );
}

/** Parts of a text never move, so the index identifies a part. */
function block(part: ValuePart, at: number): ReactNode {
  switch (part.kind) {
    case 'text':
      return (
        <p key={at} className="as-written">
          {part.text.trim() === '' ? <span className="quiet">{noValue}</span> : linked(part.text)}
        </p>
      );
    case 'list':
      return (
        <ul key={at} className={styles['list']}>
          {part.items.map(listItem)}
        </ul>
      );
    case 'fields':
      return (
        <dl key={at} className={styles['fields']}>
          {part.fields.map(field)}
        </dl>
      );
  }
}

const linked = (text: string): ReactNode => <DrawnText text={text} Link={OutsideLink} />;

const listItem = (item: string, at: number): ReactNode => (
  <li key={at} className="as-written">
    {linked(item)}
  </li>
);

const field = ({ label, value }: ValueField, at: number): ReactNode => (
  <div key={at} className="named">
    <dt>
      <SubjectText text={label} />
    </dt>
    <dd>{linked(value)}</dd>
  </div>
);
