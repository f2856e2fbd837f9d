import { Fragment } from 'react';
import { SubjectText, VisibleText } from '../../ui/visible-text.tsx';
import type { Beginning } from './use-beginnings.ts';

/** Names and values in one line, as they stand; a value without a name stands alone. */
export function BeginningText({ says }: Readonly<{ says: Beginning }>) {
  return says.map(({ name, value }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nothing of a text moves within it.
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
