import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { useAsked, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { OutcomePreview } from '../../entries/entries-question.tsx';
import { useRoom } from '../../entries/measure/use-room.ts';
import { toggled } from '../../entries/narrowing.ts';
import { FieldProblem, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SubjectText, VisibleText } from '../../ui/visible-text.tsx';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { entryName } from '../../wording/names.ts';
import { changeFromDialog } from './change-from-dialog.ts';
import { emptiedIn, type ReplacedEntry, type Replacement, replaceAll, replacedIn } from './replacing.ts';
import { closeDialog } from './review-store.ts';

/** Maximum previewed; of more, the first are shown and each is changed. */
const maxShown = 200;
/** Maximum number of changes in one step. */
const maxChanged = 10_000;

type ReplaceDialogProps = Readonly<{
  workspace: string;
  entries: readonly EntryView[];
  of: 'all' | 'shown' | 'chosen';
}>;

/** Finds a text in entries and puts another in its place: what becomes of each is shown first, and all is one step. */
export function ReplaceDialog({ workspace, entries, of }: ReplaceDialogProps) {
  const first = useRef<HTMLInputElement>(null);
  const [replacement, setReplacement] = useState({ find: '', put: '', matchCase: false, wholeWords: false });
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const { busy, problem, attempt, forget } = useAttempt();
  const later = useDeferredValue(replacement);
  const changed = useMemo(() => replacedIn(entries, later), [entries, later]);
  const included = useMemo(
    () => changed.filter(({ entry }) => !leftOut.includes(entry.id)).slice(0, maxChanged),
    [changed, leftOut],
  );
  const say = (change: Partial<typeof replacement>): void => {
    setReplacement({ ...replacement, ...change });
    forget();
  };
  return (
    <FormDialog
      title="Find and replace"
      description={`In ${inWords[of](entriesInWords(entries.length))}. You can undo it in one step.`}
      onClose={closeDialog}
      initialFocus={first}
      wide
      submit={included.length === 0 ? 'Replace' : `Replace in ${entriesInWords(included.length)}`}
      onSubmit={() => attempt(() => changeFromDialog(replaceAll(included), true))}
      isReady={included.length > 0}
      busy={busy}
      problem={problem}
    >
      <div className="columns">
        <TextField
          label="Find"
          ref={first}
          dir="auto"
          maxLength={1000}
          value={replacement.find}
          onType={(text) => say({ find: text })}
        />
        <TextField
          label="Replace with"
          dir="auto"
          maxLength={1000}
          value={replacement.put}
          onType={(text) => say({ put: text })}
        />
      </div>
      <div className="wrap">
        {(['matchCase', 'wholeWords'] as const).map((option) => (
          <label key={option} className="choice">
            <input
              type="checkbox"
              checked={replacement[option]}
              onChange={({ target }) => say({ [option]: target.checked })}
            />
            {option === 'matchCase' ? 'Match case' : 'Whole words'}
          </label>
        ))}
      </div>
      <Effect
        workspace={workspace}
        included={included}
        none={included.length > 0 ? '' : whyNone(entries, later, changed)}
      />
      <ul className="ruled tight hides-empty" aria-label="What changes">
        {changed.slice(0, maxShown).map((replaced) => (
          <Changed
            key={replaced.entry.id}
            replaced={replaced}
            isIncluded={!leftOut.includes(replaced.entry.id)}
            onTurn={() => setLeftOut(toggled(leftOut, replaced.entry.id))}
          />
        ))}
        {changed.length > maxShown && <li>and {countInWords(changed.length - maxShown)} more</li>}
      </ul>
    </FormDialog>
  );
}

const inWords = {
  all: (entries: string) => `all ${entries}`,
  shown: (entries: string) => `the ${entries} shown`,
  chosen: (entries: string) => `the ${entries} selected`,
} as const;

function whyNone(entries: readonly EntryView[], replacement: Replacement, changed: readonly ReplacedEntry[]): string {
  if (replacement.find === '') {
    return 'Type what to look for.';
  }
  const emptied = changed.length > 0 ? 0 : emptiedIn(entries, replacement);
  return changed.length > 0
    ? 'Nothing is selected.'
    : emptied === 0
      ? 'Not found, or it says that already.'
      : `${entriesInWords(emptied)} would be left empty, so nothing changes. Delete ${emptied === 1 ? 'it' : 'them'} instead.`;
}

/** @param none what there is to say where nothing is included */
type EffectProps = Readonly<{ workspace: string; included: readonly ReplacedEntry[]; none: string }>;

function Effect({ workspace, included, none }: EffectProps) {
  const room = useRoom();
  const operations = replaceAll(included);
  const reason = operations.length === 0 ? null : JSON.stringify(included.map(({ entry, value }) => [entry.id, value]));
  const { answer, problem } = useAsked(reason, () => call('context.preview', { workspace, operations }), 300);
  if (problem) {
    return <FieldProblem>{problem.message}</FieldProblem>;
  }
  return (
    <OutcomePreview>
      {included.length === 0
        ? none
        : `${entriesInWords(included.length)} would change${answer ? `, ${room.inWords(answer.tokensAfter)} after` : ''}.`}
    </OutcomePreview>
  );
}

type ChangedProps = Readonly<{ replaced: ReplacedEntry; isIncluded: boolean; onTurn: () => void }>;

function Changed({ replaced: { entry, parts }, isIncluded, onTurn }: ChangedProps) {
  return (
    <li>
      <label className="choice">
        <input type="checkbox" aria-label={`Replace in “${entryName(entry)}”`} checked={isIncluded} onChange={onTurn} />
        <span className="as-written edited" dir="auto">
          {entry.key !== null && (
            <>
              <strong>
                <SubjectText text={entry.key} said={entry.value} />
              </strong>{' '}
            </>
          )}
          {parts.map(({ kind, text }, index) => {
            const Part = kind === 'goes' ? 'del' : kind === 'comes' ? 'ins' : 'span';
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, redrawn with it.
              <Part key={index}>
                <VisibleText text={text} />
              </Part>
            );
          })}
        </span>
      </label>
    </li>
  );
}
