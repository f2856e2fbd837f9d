import type { EditorView } from '@codemirror/view';
import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords } from '../../wording/counts.ts';
import { problemsOf } from './language/problems.ts';
import { type EditorSession, useEditorState } from './session/session.ts';

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
