import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCommands } from '../services/commands/use-commands.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FieldProblem } from '../ui/field.tsx';
import { TextVersions } from '../ui/text-versions.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { counted } from '../wording/counts.ts';
import { type EditedText, editedText, type TextNow, type TextSource, versionIn } from './edited-text.ts';
import styles from './text-pane.module.css';

type TextPaneProps = Readonly<{
  source: TextSource;
  now: TextNow;
  gone: string;
}>;

/** A JSON text in an editor, updated as others change it, with any obstacles to saving it. */
export function TextPane({ source, now, gone }: TextPaneProps) {
  const [text] = useState(() => {
    const there = versionIn(now);
    return there && editedText(source, there);
  });
  useEffect(() => text?.follow(now), [text, now]);
  return text === null ? (
    <div className="scroller">
      <EmptyState title="It is gone">{gone}</EmptyState>
    </div>
  ) : (
    <Pane text={text} writable={source.writable} />
  );
}

function Pane({ text, writable }: Readonly<{ text: EditedText; writable: boolean }>) {
  const host = useRef<HTMLDivElement>(null);
  const { isDirty, problem, phase } = text.useText();
  const mayBeSaved = writable && isDirty && (phase.kind === 'typing' || phase.kind === 'refused');
  useEffect(() => {
    const hide = host.current ? text.show(host.current) : undefined;
    text.focus();
    return hide;
  }, [text]);
  useCommands((command) => {
    if (command === 'save' && mayBeSaved) {
      void text.save();
    }
    return command === 'save';
  });
  return (
    <>
      {phase.kind === 'changed' && <TwoVersions text={text} theirs={phase.theirs} version={phase.version} />}
      <div ref={host} className={styles['editor']} />
      {problem && (
        <p className={styles['problem']} data-severity={problem.severity} role="status">
          <CircleAlert aria-hidden />
          <span>
            <Button look="link" className={styles['way'] ?? ''} onClick={() => text.focusLine(problem.line)}>
              Line {problem.line}: <VisibleText text={inSentence(problem.message)} />
            </Button>
            {problem.count > 1 && ` And ${counted(problem.count - 1, 'more problem', 'more problems')}.`}
          </span>
        </p>
      )}
      {writable && (
        <div className={styles['foot']} data-foot>
          {phase.kind === 'refused' && <FieldProblem>{phase.message}</FieldProblem>}
          <p className="detail grow" role="status">
            {phase.kind === 'saving' ? 'Saving…' : isDirty ? 'Unsaved changes' : 'Saved'}
          </p>
          <Button disabled={!isDirty || phase.kind === 'saving'} onClick={text.revert}>
            Revert
          </Button>
          <Button look="primary" disabled={!mayBeSaved} onClick={() => void text.save()}>
            Save
          </Button>
        </div>
      )}
    </>
  );
}

const inSentence = (message: string): string =>
  message.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (letter) => letter.toLowerCase());

type TwoVersionsProps = Readonly<{ text: EditedText; theirs: string | null; version: string | null }>;

/** Both texts, if another program saved the text while it was edited here. */
function TwoVersions({ text, theirs, version }: TwoVersionsProps) {
  const there = versionIn({ text: theirs, version });
  return (
    <section role="alert" aria-label="Two versions of this text" className={styles['meeting']}>
      <p>
        {theirs === null
          ? 'It was removed while you edited it.'
          : 'Another app saved it while you edited it. Both are kept until you choose.'}
      </p>
      <TextVersions
        lines={6}
        versions={[
          ...(theirs === null ? [] : [{ name: 'Theirs', text: theirs }]),
          { name: 'Yours', text: text.text() },
        ]}
      />
      <div className="wrap-close">
        {there && (
          <Button
            onClick={() => {
              text.begin(there);
              text.focus();
            }}
          >
            Take theirs
          </Button>
        )}
        <Button look="primary" onClick={() => void text.saveOver(there).then(text.focus)}>
          {there === null ? 'Keep mine anyway' : 'Keep mine'}
        </Button>
      </div>
    </section>
  );
}
