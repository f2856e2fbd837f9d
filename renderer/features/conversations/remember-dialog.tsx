import { useId, useRef, useState } from 'react';
import type { Operation } from '#shared/contract/changes.ts';
import { personSource } from '#shared/entries/correction.ts';
import { type Category, refOf } from '#shared/entries/entry.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import { cutInWords } from '#shared/wording/loaded.ts';
import { useAsked } from '../../api/answers.ts';
import { call, type Problem, problemOf } from '../../api/connection.ts';
import { readyContext, useCapabilities, useContextStore, useMeasure } from '../../api/context-store.ts';
import { SecretWarning } from '../../entries/findings/secret-warning.tsx';
import { useRoom } from '../../entries/measure/use-room.ts';
import { PlaceField } from '../../entries/place-field.tsx';
import { attempt } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { titleOf } from './conversation-words.ts';
import type { OpenedConversation } from './conversations-store.ts';

/** What was marked in a conversation, and where. */
export type Marked = { readonly text: string; readonly at: number };

type RememberDialogProps = Readonly<{
  workspace: string;
  conversation: OpenedConversation;
  marked: Marked;
  onClose: () => void;
}>;

/** Something that was said becomes an entry of the memory that is open, which keeps where it came from. */
export function RememberDialog({ workspace, conversation, marked, onClose }: RememberDialogProps) {
  const form = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const capabilities = useCapabilities();
  const entries = useContextStore((context) => (context.kind === 'ready' ? context.entries : none));
  const [value, setValue] = useState(marked.text);
  const [category, setCategory] = useState<Category>('fact');
  const [heading, setHeading] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const isOwn = capabilities?.sections !== false;
  const operation: Operation = {
    op: 'add',
    key: null,
    value: value.trim(),
    ...(isOwn
      ? { category, source: sourceOf(conversation) }
      : { category: null, ...(heading.trim() !== '' && { section: heading.trim() }) }),
  };
  const add = async (): Promise<void> => {
    try {
      const before = readyContext()?.entries ?? none;
      const result = await call('context.change', { workspace, operations: [operation] });
      tellDone(workspace, result);
      noteOnceThere(workspace, conversation.id, marked.at, value.trim(), new Set(before.map(({ id }) => id)));
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  return (
    <Dialog
      title="Remember this"
      description="It becomes an entry of the memory that is open, and says which conversation it came from."
      onClose={onClose}
      initialFocus={field}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={form} disabled={value.trim() === ''}>
            Remember
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="stack-4"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <Field label="What it should know" problem={problem?.message}>
          {(ids) => (
            <TextArea
              {...ids}
              ref={field}
              rows={4}
              dir="auto"
              value={value}
              onChange={(event) => {
                setValue(event.target.value);
                setProblem(null);
              }}
            />
          )}
        </Field>
        <PlaceField
          sections={isOwn}
          headings={
            capabilities?.headings === true ? [...new Set(entries.map(({ section }) => section).filter(Boolean))] : null
          }
          category={category}
          heading={heading}
          hint=""
          onCategory={setCategory}
          onHeading={setHeading}
        />
        <Effect workspace={workspace} operation={value.trim() === '' ? null : operation} />
      </form>
    </Dialog>
  );
}

const none: NonNullable<ReturnType<typeof readyContext>>['entries'] = [];
const maxSource = 80;

/** Who it was said to and in which conversation, without what would end a source. */
const sourceOf = (conversation: OpenedConversation): string =>
  `${personSource}: ${cutTo(oneLine(`${conversation.assistant}, ${titleOf(conversation)}`).replace(/[|[\]]/g, ' '), maxSource)}`;

/** How long a new entry may take to come back from the engine. */
const arrivesWithin = 10_000;

/** Notes where an entry came from as soon as it is among those that are known. */
function noteOnceThere(workspace: string, conversation: string, at: number, value: string, known: ReadonlySet<string>) {
  const note = (): boolean => {
    const context = readyContext();
    const added = context?.entries.find((entry) => entry.value === value && !known.has(entry.id));
    if (context?.workspace === workspace && added) {
      attempt(
        call('conversations.noteLearned', { workspace, conversation, at, entries: [refOf(added)] }),
        'Where it came from could not be noted',
      );
      return true;
    }
    return false;
  };
  if (!note()) {
    const off = useContextStore.subscribe(() => note() && off());
    setTimeout(off, arrivesWithin);
  }
}

/** What the memory would come to. */
function Effect({ workspace, operation }: Readonly<{ workspace: string; operation: Operation | null }>) {
  const { name } = useMeasure();
  const room = useRoom();
  const { answer: impact } = useAsked(
    operation && JSON.stringify([workspace, operation]),
    () => call('context.preview', { workspace, operations: operation === null ? [] : [operation] }),
    250,
  );
  if (!impact || operation === null) {
    return null;
  }
  const cut = cutInWords(impact);
  return (
    <p className="detail" role="status">
      {amountInWords(impact.tokensAfter - impact.tokensBefore, name)} more, {room.inWords(impact.tokensAfter)} after.
      {cut && ` ${cut}`} <SecretWarning secrets={impact.secrets} />
    </p>
  );
}
