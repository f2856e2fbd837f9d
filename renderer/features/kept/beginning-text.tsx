import { Fragment } from 'react';
import { SubjectText, VisibleText } from '../../ui/visible-text.tsx';
import type { Beginning } from './use-beginnings.ts';

/** Names and values on one line, unchanged; a value without a name is shown alone. */
export function BeginningText({ says }: Readonly<{ says: Beginning }>) {
  return says.map(({ name, value }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never move.
    <Fragment key={at}>
      {at > 0 && <span className="quiet"> · </span>}
      {name !== '' && (
        <>
          <span className="quiet">
            <SubjectText text={name} />
          </span>{' '}
        </>
      )}
      <VisibleText text={value} />
    </Fragment>
  ));
}
