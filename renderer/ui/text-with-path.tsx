import { Fragment } from 'react';
import { VisibleText } from './visible-text.tsx';

/** A sentence with a path, which is quiet and breaks only between its parts. */
export function TextWithPath({ text, path }: Readonly<{ text: string; path: string | undefined }>) {
  const at = path ? text.indexOf(path) : -1;
  if (!path || at < 0) {
    return <VisibleText text={text} />;
  }
  return (
    <>
      <VisibleText text={text.slice(0, at)} />
      <span className="code">
        {path.split(/(?<=[\\/])/u).map((part, index, parts) => (
          <Fragment key={parts.slice(0, index + 1).join('')}>
            <VisibleText text={part} />
            <wbr />
          </Fragment>
        ))}
      </span>
      <VisibleText text={text.slice(at + path.length)} />
    </>
  );
}
