import type { EditorView } from '@codemirror/view';
import { TriangleAlert, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { amountInWords } from '#shared/entries/measure.ts';
import { fillInWords } from '#shared/wording/fills.ts';
import { SecretWarning } from '../../entries/findings/secret-warning.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import type { ReadyEditor } from './editor-store.ts';
import { problemsOf } from './language/problems.ts';
import { editorStatus } from './language/status.ts';
import { type EditorSession, useEditorState } from './session/session.ts';

type StatusBarProps = Readonly<{ session: EditorSession; status: ReadyEditor; onProblems: () => void }>;

export function StatusBar({ session, status: { dirty, secrets }, onProblems }: StatusBarProps) {
  const state = useEditorState(session, (now) => now);
  const { line, column, selection, tokens, measure, limit, fill, problems } = editorStatus(state);
  const isOver = fill === null ? limit !== null && tokens > limit : fill.used > fill.limit;
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
      <span className={isOver ? 'fails strong' : undefined}>
        {fill
          ? fillInWords(fill)
          : limit === null
            ? amountInWords(tokens, measure)
            : `${countInWords(tokens)} of ${amountInWords(limit, measure)}`}
        {/* The gauge still shows the saved amount. */}
        {dirty && ' once saved'}
        {isOver && !fill && limit !== null && `, ${countInWords(tokens - limit)} over`}
      </span>
    </div>
  );
}

type ProblemListProps = Readonly<{ session: EditorSession; view: EditorView; onClose: () => void }>;

export function ProblemList({ session, view, onClose }: ProblemListProps) {
  const first = useRef<HTMLElement>(null);
  const state = useEditorState(session, (now) => now);
  const problems = problemsOf(state).filter(({ severity }) => severity !== 'hint');
  useEffect(() => first.current?.focus(), []);
  const close = (): void => {
    onClose();
    view.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  };
  return (
    <section ref={first} tabIndex={-1} className="drawer" aria-label="Problems" onKeyDown={press}>
      <div className="row ends">
        <h2 className="label">Problems</h2>
        <IconButton name="Close problems" keys="Esc" onClick={close}>
          <X aria-hidden />
        </IconButton>
      </div>
      {problems.length === 0 && <p className="quiet">No problems.</p>}
      <ul>
        {problems.map(({ from, to, message, actions }) => (
          <li key={`${from} ${message}`} className="line">
            <button
              type="button"
              className="numbered pressable roomy main-part"
              onClick={() => {
                const { length } = view.state.doc;
                const selection = { anchor: Math.min(from, length), head: Math.min(to, length) };
                view.dispatch({ selection, scrollIntoView: true });
                view.focus();
              }}
            >
              <span className="quiet tabular">Line {countInWords(state.doc.lineAt(from).number)}</span>
              <VisibleText text={message} />
            </button>
            {actions?.map(({ name, apply }) => (
              <Button key={name} onClick={() => apply(view, from, to)}>
                {name}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
