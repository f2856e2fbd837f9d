import { useEffect, useRef, useState } from 'react';
import type { ErasePreview, EraseTarget } from '#shared/contract/features/erasure.ts';
import type { Progress } from '#shared/contract/wire/protocol.ts';
import { useAsked } from '../../api/answers.ts';
import { call, type Problem, problemOf } from '../../api/connection.ts';
import { Button } from '../../ui/button.tsx';
import { AreaField, FieldProblem, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type OtherMemories, showErased } from './erase-store.ts';
import { InOtherMemories, Places } from './places.tsx';

type EraseDialogProps = Readonly<{ workspace: string; asked: EraseTarget; onClose: () => void }>;

const word = 'erase';

export function EraseDialog({ workspace, asked, onClose }: EraseDialogProps) {
  const [target, setTarget] = useState(asked);
  const [typed, setTyped] = useState('');
  const [syntax, setSyntax] = useState(false);
  const [respelling, setRespelling] = useState<{ readonly typed: string; readonly spelling: string } | null>(null);
  const isRespelled = 'text' in target && respelling?.typed === target.text;
  const spelledTarget = isRespelled ? { text: respelling.spelling } : target;
  const { work, erase } = useEraseWork(workspace, spelledTarget, syntax);
  const elsewhere = useElsewhere(workspace, work.kind === 'found' ? work.preview.texts : none);
  const field = useRef<HTMLTextAreaElement>(null);
  const preview = work.kind === 'found' ? work.preview : null;
  const isNowhere = preview !== null && preview.places.length + preview.later.length === 0;
  useEffect(() => {
    // A single other spelling is the one meant: a key is shown with a capital that the file doesn't have.
    const [only, ...others] = preview !== null && !isAnywhere(preview) ? preview.otherSpellings : none;
    if ('text' in target && !isRespelled && only !== undefined && others.length === 0) {
      setRespelling({ typed: target.text, spelling: only });
    }
  }, [preview, target, isRespelled]);
  const change = (text: string): void => {
    setTarget({ text });
    setSyntax(false);
  };
  const isMeant = typed.trim().toLowerCase() === word;
  const isAgain = 'fingerprint' in target;
  const mayErase = preview !== null && (isNowhere ? isAgain : isMeant);
  return (
    <FormDialog
      alert
      wide
      title={isAgain ? 'Erase it again?' : 'Erase everywhere?'}
      description="For what must not be kept, such as a password. It goes from your assistant’s memory, the archive, the history and all else Contexture keeps. This can’t be undone."
      onClose={onClose}
      initialFocus={field}
      submit={isNowhere && isAgain ? 'Done' : 'Erase everywhere'}
      onSubmit={() => preview && erase(preview.texts)}
      look="danger"
      isReady={mayErase}
      busy={work.kind === 'erasing'}
    >
      {'text' in target ? (
        <AreaField
          label="Text to erase"
          hint="Narrow it to the part that must go, if the rest may stay."
          ref={field}
          dir="auto"
          value={target.text}
          readOnly={work.kind === 'erasing'}
          // The text is selected, so that a part of it can be typed at once.
          onFocus={(event) => typed === '' && target === asked && event.target.select()}
          onType={change}
        />
      ) : (
        preview && !isNowhere && <Forms texts={preview.texts} />
      )}
      {isRespelled && work.kind !== 'looking' && (
        <p role="status">
          It is written “<VisibleText text={respelling.spelling} />” here: that is what goes.
        </p>
      )}
      <Found work={work} isAgain={isAgain} syntax={syntax} onSyntax={setSyntax} />
      {preview !== null && !isAgain && <OtherSpellings spellings={preview.otherSpellings} onChoose={change} />}
      <InOtherMemories elsewhere={elsewhere} />
      {preview !== null && !isNowhere && <TextField label="Type “erase” to confirm" value={typed} onType={setTyped} />}
    </FormDialog>
  );
}

function Forms({ texts }: Readonly<{ texts: ErasePreview['texts'] }>) {
  return (
    <div className="stack-1 below-3">
      <h3>What goes</h3>
      <ul aria-label="What goes" className="ruled tight">
        {texts.map((text) => (
          <li key={text} className="as-written" dir="auto">
            <VisibleText text={text} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type FoundProps = Readonly<{
  work: EraseWork;
  isAgain: boolean;
  syntax: boolean;
  onSyntax: (syntax: boolean) => void;
}>;

function Found({ work, isAgain, syntax, onSyntax }: FoundProps) {
  switch (work.kind) {
    case 'looking':
      return <ProgressLine label="Looking for it" progress={work.progress} />;
    case 'erasing':
      return (
        <ProgressLine
          label={work.cancel ? 'Looking for it' : 'Erasing'}
          progress={work.cancel ? work.progress : null}
          {...(work.cancel ? { onCancel: work.cancel } : {})}
        />
      );
    case 'refused':
      return <FieldProblem>{work.problem.message}</FieldProblem>;
    case 'found':
      return (
        <>
          {!isAnywhere(work.preview) && (
            <p role="status">{isAgain ? 'Nothing of it is left.' : 'Not found in this workspace or its history.'}</p>
          )}
          <Places preview={work.preview} syntax={syntax} onSyntax={onSyntax} />
        </>
      );
  }
}

type OtherSpellingsProps = Readonly<{ spellings: readonly string[]; onChoose: (text: string) => void }>;

/** Names other spellings, which stay and can be erased by themselves. */
function OtherSpellings({ spellings, onChoose }: OtherSpellingsProps) {
  return (
    spellings.length > 0 && (
      <div className="stack-1 below-3">
        <h3>Spelled differently, and not erased with it</h3>
        <ul className="ruled tight" aria-label="Spelled differently">
          {spellings.map((text) => (
            <li key={text} className="words ends breaks">
              <span dir="auto">
                <VisibleText text={text} />
              </span>
              <Button look="link" aria-label={`Erase “${text}” instead`} onClick={() => onChoose(text)}>
                Erase this instead
              </Button>
            </li>
          ))}
        </ul>
      </div>
    )
  );
}

const none: readonly string[] = [];
const nowhere: OtherMemories = { holding: [], unread: [] };

const holding = async (workspace: string, texts: readonly string[]): Promise<OtherMemories> =>
  texts.length === 0 ? nowhere : call('memories.holding', { workspace, texts: [...texts] });

/** Other memories that hold the text; none until that is known, and if they can't be read. */
function useElsewhere(workspace: string, texts: readonly string[]): OtherMemories {
  const of = JSON.stringify([workspace, texts]);
  const { answer } = useAsked(of, async () => ({ of, elsewhere: await holding(workspace, texts) }));
  return answer?.of === of ? answer.elsewhere : nowhere;
}

const isAnywhere = ({ places, left, syntaxCount }: ErasePreview): boolean =>
  places.length + left.length + syntaxCount > 0;

type EraseWork =
  | { readonly kind: 'looking'; readonly progress: Progress | null }
  | { readonly kind: 'found'; readonly preview: ErasePreview }
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** `cancel` is null once it has begun to write. */
  | { readonly kind: 'erasing'; readonly progress: Progress | null; readonly cancel: (() => void) | null };

/** Typing on within this time asks once. */
const asksAfter = 250;

function useEraseWork(workspace: string, target: EraseTarget, syntax: boolean) {
  const [work, setWork] = useState<EraseWork>({ kind: 'looking', progress: null });
  const [turn, setTurn] = useState(0);
  const name = JSON.stringify(target);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is a reason to look again.
  useEffect(() => {
    let isCurrent = true;
    let cancel = (): void => undefined;
    setWork({ kind: 'looking', progress: null });
    const look = (): void => {
      const options = {
        onStart: (stop: () => void) => {
          cancel = stop;
        },
        onProgress: (progress: Progress) => isCurrent && setWork({ kind: 'looking', progress }),
      };
      call('erase.preview', { workspace, target: JSON.parse(name) as EraseTarget, syntax }, options)
        .then((preview) => isCurrent && setWork({ kind: 'found', preview }))
        .catch((error: unknown) => isCurrent && setWork({ kind: 'refused', problem: problemOf(error) }));
    };
    const timer = setTimeout(look, asksAfter);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      cancel();
    };
  }, [workspace, name, syntax, turn]);

  const erase = async (texts: readonly string[]): Promise<void> => {
    setWork({ kind: 'erasing', progress: null, cancel: null });
    let stop: (() => void) | null = null;
    const options = {
      onStart: (cancel: () => void) => {
        stop = cancel;
      },
      onProgress: (progress: Progress) =>
        setWork({ kind: 'erasing', progress, cancel: progress.done < progress.total ? stop : null }),
    };
    try {
      const outcome = await call('erase.carryOut', { workspace, target, syntax, word: 'erase' }, options);
      const elsewhere = await holding(workspace, texts).catch(() => nowhere);
      showErased({ outcome, elsewhere, text: 'text' in target ? target.text : (texts[0] ?? '') });
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === 'cancelled') {
        setTurn((before) => before + 1);
      } else {
        setWork({ kind: 'refused', problem });
      }
    }
  };

  return { work, erase };
}
