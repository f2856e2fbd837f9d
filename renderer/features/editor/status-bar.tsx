import { TriangleAlert } from 'lucide-react';
import { amountInWords } from '#shared/entries/measure.ts';
import { fillInWords } from '#shared/wording/fills.ts';
import { SecretWarning } from '../../entries/findings/secret-warning.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import type { ReadyEditor } from './editor-store.ts';
import { editorStatus } from './language/status.ts';
import { type EditorSession, useEditorState } from './session/session.ts';

type StatusBarProps = Readonly<{ session: EditorSession; status: ReadyEditor; onProblems: () => void }>;

export function StatusBar({ session, status: { dirty, secrets }, onProblems }: StatusBarProps) {
  const state = useEditorState(session, (now) => now);
  const { line, column, selection, tokens, measure, limit, fill, problems } = editorStatus(state);
  const over = fill === null ? limit !== null && tokens > limit : fill.used > fill.limit;
  return (
    <div className="count line footnote" role="group" aria-label="About the text">
      <span>
        Line {countInWords(line)}, column {countInWords(column)}
      </span>
      {selection && (
        <span>
          {measure === 'characters'
            ? counted(selection.characters, 'character', 'characters')
            : amountInWords(selection.tokens, measure)}{' '}
          selected
        </span>
      )}
      <span className="grow" />
      <span role="status">
        <SecretWarning secrets={dirty && secrets !== '' ? [secrets] : []} />
      </span>
      {problems > 0 && (
        <button type="button" className="fold pressable warns" onClick={onProblems}>
          <TriangleAlert aria-hidden />
          {counted(problems, 'problem', 'problems')}
        </button>
      )}
      <span className={over ? 'fails strong' : undefined}>
        {fill
          ? fillInWords(fill)
          : limit === null
            ? amountInWords(tokens, measure)
            : `${countInWords(tokens)} of ${amountInWords(limit, measure)}`}
        {/* The gauge still shows the saved amount. */}
        {dirty && ' once saved'}
        {over && !fill && limit !== null && `, ${countInWords(tokens - limit)} over`}
      </span>
    </div>
  );
}
