import { type ReactNode, useEffect, useRef } from 'react';
import { planArchive, roomIn } from '#shared/entries/archive-plan.ts';
import { refOf } from '#shared/entries/entry.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { useAsked } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { useContextStore, useMeasure } from '../../api/context-store.ts';
import { SecretWarning } from '../../entries/findings/secret-warning.tsx';
import { useTextMeasure } from '../../entries/measure/page-measure.ts';
import { useRoom } from '../../entries/measure/use-room.ts';
import { useWaterline } from '../../entries/measure/waterline.ts';
import { Button } from '../../ui/button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { FieldProblem, TextArea } from '../../ui/field.tsx';
import { TextVersions } from '../../ui/text-versions.tsx';
import { SubjectText } from '../../ui/visible-text.tsx';
import { entryName } from '../../wording/names.ts';
import { writersAtStart } from '../../wording/writers.ts';
import type { OpenEdit } from './editing.ts';
import styles from './entry-editor.module.css';
import { addMineAgain, saveEdit, stopEditing, type } from './review-store.ts';

export function EntryEditor({ editing }: Readonly<{ editing: OpenEdit }>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { base, draft, state } = editing;
  useEffect(() => {
    const element = field.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);
  const isRefused = state.kind === 'refused';
  // It is taller than the row was, and its actions must not be below the window's edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal makes it taller still.
  useEffect(() => void field.current?.parentElement?.scrollIntoView({ block: 'nearest' }), [isRefused]);
  const isConflict = state.kind === 'changed' || state.kind === 'gone';
  const before = useRef(state.kind);
  useEffect(() => {
    // Someone who has just saved waits for an answer, so show them the question. Don't interrupt someone typing.
    if (isConflict && before.current === 'saving') {
      focusChoice(field.current);
    }
    before.current = state.kind;
  }, [isConflict, state.kind]);
  return (
    <div className={styles['editor']}>
      <TextArea
        ref={field}
        aria-label={`Text of “${entryName(base)}”`}
        aria-invalid={state.kind === 'refused'}
        dir="auto"
        value={draft}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) {
            return;
          }
          if (event.key === 'Escape') {
            event.preventDefault();
            stopEditing();
          } else if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            if (isConflict) {
              focusChoice(field.current);
            } else {
              void saveEdit();
            }
          }
        }}
      />
      {state.kind === 'refused' && <FieldProblem>{state.message}</FieldProblem>}
      {state.kind === 'followed' && (
        <p className="detail">{writersAtStart(state.by)} has just changed this entry. This is its new text.</p>
      )}
      {isConflict ? (
        <EditConflict editing={editing} />
      ) : (
        <div className="row wrap">
          {base.key !== null && (
            <strong>
              <SubjectText text={base.key} said={base.value} />
            </strong>
          )}
          <Cost editing={editing} />
          <Secrets editing={editing} />
          <span className="detail grow wide-only">Enter saves · Esc cancels · Shift Enter for a new line</span>
          <Button onClick={stopEditing}>Cancel</Button>
          <Button look="primary" disabled={state.kind === 'saving'} onClick={() => void saveEdit()}>
            {state.kind === 'saving' ? 'Saving…' : 'Save'}
          </Button>
        </div>
      )}
    </div>
  );
}

function focusChoice(field: HTMLElement | null): void {
  field?.closest('[role="row"]')?.querySelector<HTMLElement>('[data-choice] button:last-of-type')?.focus();
}

/** Secrets in the typed text that the entry does not hold yet. */
function Secrets({ editing: { base, draft } }: Readonly<{ editing: OpenEdit }>) {
  const workspace = useContextStore((context) => (context.kind === 'ready' ? context.workspace : null));
  const isOther = workspace !== null && draft !== base.value && draft.trim() !== '';
  const operations = [{ op: 'edit' as const, entry: refOf(base), value: draft }];
  const { answer, problem } = useAsked(
    isOther ? JSON.stringify([workspace, draft]) : null,
    () => call('context.preview', { workspace: workspace ?? '', operations }),
    300,
  );
  return (
    <span role="status">
      <SecretWarning secrets={isOther && problem === null ? (answer?.secrets ?? []) : []} />
    </span>
  );
}

/** Size of the typed text, and the entries that would have to leave for it. */
function Cost({ editing: { base, draft } }: Readonly<{ editing: OpenEdit }>) {
  const context = useContextStore();
  const { tokensOf, name } = useMeasure();
  const { ofText } = useTextMeasure(name);
  const { order } = useWaterline();
  const room = useRoom();
  if (context.kind !== 'ready') {
    return null;
  }
  const { weight: whole } = context.summary.tokens;
  const own = base.weight === 0 ? 0 : base.weight - ofText(base.value) + ofText(draft);
  const weight = whole - base.weight + own;
  const after = tokensOf(weight);
  const isOver = room.isOver(after);
  const others = isOver ? order.filter((entry) => entry.id !== base.id) : [];
  const { leaving } = planArchive(others, { ...roomIn(context.summary.tokens), weight });
  return (
    <span className={styles['cost']} data-over={isOver || undefined} aria-live="polite">
      {amountInWords(tokensOf(own), name)} · memory then {room.inWords(after)}
      {leaving.length > 0 && ` · leaves: ${leaving.slice(0, 3).map(entryName).join(', ')}`}
    </span>
  );
}

function EditConflict({ editing }: Readonly<{ editing: OpenEdit }>) {
  const { state, draft, base } = editing;
  const who = writersAtStart('by' in state ? state.by : []);
  if (state.kind === 'changed') {
    const { theirs } = state;
    return (
      <Question
        title={`${who} changed this entry while you edited it.`}
        theirs={theirs.value}
        mine={draft}
        actions={
          <>
            <Button onClick={stopEditing}>Take theirs</Button>
            <Button look="primary" onClick={() => void saveEdit(theirs)}>
              Keep mine
            </Button>
          </>
        }
      />
    );
  }
  return (
    <Question
      title={`${who} removed this entry while you edited it.`}
      theirs={null}
      mine={draft}
      was={base.value}
      actions={
        <>
          <Button onClick={stopEditing}>Discard mine</Button>
          <Button look="primary" onClick={() => void addMineAgain()}>
            Add mine again
          </Button>
        </>
      }
    />
  );
}

type QuestionProps = Readonly<{ title: string; theirs: string | null; mine: string; was?: string; actions: ReactNode }>;

function Question({ title, theirs, mine, was, actions }: QuestionProps) {
  const question = useRef<HTMLElement>(null);
  // The question replaces one line, so part of it may be below the window's edge.
  useEffect(() => void question.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <section ref={question} role="alert" aria-label="Two versions of this entry" className="question scroll-room">
      <p className="strong">{title}</p>
      <TextVersions
        versions={[
          ...(theirs === null ? [] : [{ name: 'Theirs', text: theirs }]),
          ...(was === undefined || was === mine ? [] : [{ name: 'It was', text: was }]),
          { name: 'Yours', text: mine },
        ]}
      />
      <div className="answers" data-choice>
        {actions}
      </div>
    </section>
  );
}
