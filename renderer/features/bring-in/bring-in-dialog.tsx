import { useMemo, useRef, useState } from 'react';
import type { Operation } from '#shared/contract/changes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { BroughtItem } from '#shared/contract/features/bring-in.ts';
import type { Category } from '#shared/entries/entry.ts';
import { lineText } from '#shared/prompt/line-text.ts';
import { useAsked, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { useCapabilities, useContextStore, useMeasure } from '../../api/context-store.ts';
import { AdditionEffect } from '../../entries/addition-effect.tsx';
import { toggled } from '../../entries/narrowing.ts';
import { PlaceField } from '../../entries/place-field.tsx';
import { say } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { AreaField, FieldProblem } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { closeBringIn, forgetBringIn, useBringIn } from './bring-in-store.ts';

/** Rows of a list that is longer are counted, and chosen like the rest of their kind. */
const maxShown = 300;
/** Typing on within this time reads once. */
const readsAfter = 250;

/** A list that is no memory: it is pasted or read from a file, and what is chosen of it becomes entries of this memory. */
export function BringInDialog({ workspace }: Readonly<{ workspace: string }>) {
  const { text, category, heading } = useBringIn();
  const field = useRef<HTMLTextAreaElement>(null);
  const capabilities = useCapabilities();
  const { answer, problem } = useAsked(
    text.trim() === '' ? null : JSON.stringify([workspace, text]),
    (options) => call('bringIn.read', { workspace, text }, options),
    readsAfter,
  );
  const items = text.trim() === '' || problem !== null ? [] : (answer?.items ?? []);
  const [turned, setTurned] = useState<readonly BroughtItem[]>([]);
  const chosen = items.filter((item) => (item.state === 'new') !== turned.includes(item));
  const operations = useMemo(
    () => chosen.map((item) => operationOf(item, capabilities?.sections !== false, category, heading)),
    [chosen, capabilities, category, heading],
  );
  const { busy, problem: refused, attempt } = useAttempt();
  const importChosen = async (): Promise<void> => {
    await call('context.change', { workspace, operations });
    say(`Brought in ${entriesInWords(operations.length)}.`, 'done', 'Undo takes all of them out again.');
    forgetBringIn();
  };
  return (
    <FormDialog
      wide
      title="Import a list"
      description="Ask an assistant on the web “What do you remember about me? List everything.” and paste its answer, or choose the JSON file that a memory store exports."
      onClose={closeBringIn}
      initialFocus={field}
      submit={chosen.length === 0 ? 'Import' : `Import ${entriesInWords(chosen.length)}`}
      onSubmit={() => attempt(importChosen)}
      onCancel={forgetBringIn}
      isReady={chosen.length > 0}
      busy={busy}
      problem={refused}
    >
      <AreaField
        label="The list"
        problem={problem && text.trim() !== '' ? problem.message : null}
        ref={field}
        rows={items.length > 0 ? 2 : 8}
        dir="auto"
        className="tall code-text"
        value={text}
        onType={(text) => {
          useBringIn.setState({ text });
          setTurned([]);
        }}
      />
      <FileChoice onText={(read) => useBringIn.setState({ text: read })} />
      {items.length > 0 && (
        <>
          <Place sections={capabilities?.sections !== false} headings={capabilities?.headings === true} />
          <Items items={items} chosen={new Set(chosen)} turned={turned} onTurn={setTurned} />
          <Effect workspace={workspace} operations={operations} />
        </>
      )}
    </FormDialog>
  );
}

function operationOf(item: BroughtItem, sections: boolean, category: Category, heading: string | null): Operation {
  const { key, value } = item;
  return sections
    ? { op: 'add', category: item.category ?? category, key, value }
    : { op: 'add', category: null, key, value, ...(heading && { section: heading }) };
}

function FileChoice({ onText }: Readonly<{ onText: (text: string) => void }>) {
  const { problem, attempt } = useAttempt();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="stack-1">
      <input
        ref={input}
        hidden
        type="file"
        accept=".json,.jsonl,.txt,.md,text/*,application/json"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          void attempt(async () => file && onText(await textOf(file)));
        }}
      />
      <Button className="fits" onClick={() => input.current?.click()}>
        Choose a file…
      </Button>
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </div>
  );
}

async function textOf(file: File): Promise<string> {
  try {
    return await file.text();
  } catch {
    throw new ContextureError('value_invalid', `${file.name} can’t be read. Choose it again, or paste what it says.`);
  }
}

function Place({ sections, headings }: Readonly<{ sections: boolean; headings: boolean }>) {
  const { category, heading } = useBringIn();
  const context = useContextStore();
  const entries = context.kind === 'ready' ? context.entries : [];
  return (
    <PlaceField
      sections={sections}
      headings={headings ? [...new Set(entries.map(({ section }) => section).filter(Boolean))] : null}
      category={category}
      heading={heading ?? ''}
      hint="For entries that name none."
      onCategory={(next) => useBringIn.setState({ category: next })}
      onHeading={(next) => useBringIn.setState({ heading: next || null })}
    />
  );
}

type ItemsProps = Readonly<{
  items: readonly BroughtItem[];
  chosen: ReadonlySet<BroughtItem>;
  turned: readonly BroughtItem[];
  onTurn: (turned: readonly BroughtItem[]) => void;
}>;

function Items({ items, chosen, turned, onTurn }: ItemsProps) {
  const shown = items.slice(0, maxShown);
  const knownCount = items.length - items.filter(({ state }) => state === 'new').length;
  return (
    <div className="stack-1">
      <p className="quiet" role="status">
        {entriesInWords(items.length)} in the list, {countInWords(chosen.size)} chosen.
        {knownCount > 0 && ` ${countInWords(knownCount)} left out: known already, known otherwise, or repeated.`}
      </p>
      <ul aria-label="The list" className="panel divided bounded">
        {shown.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no name but their place, and the list is rebuilt with each text.
          <li key={index}>
            <label className="choice roomy">
              <input type="checkbox" checked={chosen.has(item)} onChange={() => onTurn(toggled(turned, item))} />
              <span dir="auto" className="stack breaks">
                <VisibleText text={lineText(item)} />
                <ItemDetail item={item} />
              </span>
            </label>
          </li>
        ))}
      </ul>
      {items.length > shown.length && (
        <p className="detail">And {countInWords(items.length - shown.length)} more: those that are new are chosen.</p>
      )}
    </div>
  );
}

function ItemDetail({ item: { state, known, from, date } }: Readonly<{ item: BroughtItem }>) {
  const [words, text] = {
    new: ['', [from, date].filter(Boolean).join(' · ')],
    repeated: ['Already in the list above', ''],
    same: ['Known already: ', known],
    differs: ['Known otherwise: ', known],
  }[state];
  return (
    (words || text) && (
      <span className="detail">
        {words}
        {text && <VisibleText text={text} />}
      </span>
    )
  );
}

function Effect({ workspace, operations }: Readonly<{ workspace: string; operations: Operation[] }>) {
  const { name } = useMeasure();
  const { answer } = useAsked(
    operations.length === 0 ? null : JSON.stringify([workspace, operations]),
    () => call('context.preview', { workspace, operations }),
    readsAfter,
  );
  return <AdditionEffect impact={operations.length === 0 ? null : answer} measure={name} />;
}
