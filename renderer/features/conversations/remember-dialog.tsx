import { useRef, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { Category } from '#shared/entries/entry.ts';
import { useAsked, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { AdditionEffect } from '../../entries/addition-effect.tsx';
import { MemoryField, otherMemories } from '../../entries/memory-field.tsx';
import { PlaceField } from '../../entries/place-field.tsx';
import { say, sayProblem } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';
import { AreaField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { OpenedConversation } from './conversations-store.ts';

export type SelectedText = { readonly text: string; readonly at: number };

type RememberDialogProps = Readonly<{
  workspace: Workspace;
  conversation: OpenedConversation;
  marked: SelectedText;
  onClose: () => void;
}>;

/** Something that was said becomes an entry of a memory, which keeps where it came from. */
export function RememberDialog(props: RememberDialogProps) {
  const { workspace, marked, onClose } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [value, setValue] = useState(marked.text);
  const [category, setCategory] = useState<Category>('fact');
  const [section, setSection] = useState('');
  const { memories, to, choose, hasNone, unlisted } = useChoiceOfMemory(workspace);
  const { answer, problem, busy, refused, isKnown, remember, forget } = useRemembering(
    props,
    to === null ? null : { value, category, section, to },
  );
  return (
    <FormDialog
      title="Remember this"
      description="It becomes an entry of the memory you choose, and leads back to this conversation."
      onClose={onClose}
      initialFocus={field}
      submit="Remember"
      onSubmit={remember}
      isReady={value.trim() !== '' && to !== null && problem === null && !isKnown}
      busy={busy}
      problem={refused ?? problem ?? unlisted}
    >
      <AreaField
        label="What it should know"
        ref={field}
        rows={4}
        dir="auto"
        value={value}
        onType={(text) => {
          setValue(text);
          forget();
        }}
      />
      {memories.length > 1 && to !== null && (
        <MemoryField label="In" memories={memories} value={to} onChange={choose} />
      )}
      {hasNone && <p>There is no memory on this computer that can be written.</p>}
      {answer && (
        <PlaceField
          sections={answer.sections}
          headings={answer.headings}
          category={category}
          heading={section}
          hint=""
          onCategory={setCategory}
          onHeading={setSection}
        />
      )}
      {answer && <KnownEntries known={answer.known} />}
      {answer && <AdditionEffect impact={problem ? null : answer.impact} measure={answer.measure} />}
    </FormDialog>
  );
}

type EntryDraft = {
  readonly value: string;
  readonly category: Category;
  readonly section: string;
  /** Path that opens the memory. */
  readonly to: string;
};

/** Previews remembering, and does it. @param wanted null if there is no memory for it */
function useRemembering({ workspace, conversation, marked, onClose }: RememberDialogProps, wanted: EntryDraft | null) {
  const { busy, problem: refused, attempt, forget } = useAttempt();
  const isHere = wanted?.to === workspace.path;
  const where = { workspace: workspace.id, conversation: conversation.id, at: marked.at };
  const params = wanted && { ...where, ...wanted, to: isHere ? undefined : wanted.to };
  const reason = params && JSON.stringify(params);
  const { answer, problem } = useAsked(
    reason,
    async (options) => params && { of: reason, ...(await call('conversations.rememberPreview', params, options)) },
    250,
  );
  const isKnown = answer?.of === reason && answer?.known.some(({ isSame }) => isSame) === true;
  const remember = (): Promise<void> =>
    attempt(async () => {
      if (params === null) {
        return;
      }
      const { name, change, unnoted } = await call('conversations.remember', params);
      if (isHere) {
        tellDone(workspace.id, change);
      } else {
        say(`Remembered in ${name}.`, 'done', 'That memory can undo it.');
      }
      if (unnoted !== null) {
        sayProblem({ code: 'internal', message: unnoted }, 'Where it came from could not be noted');
      }
      onClose();
    });
  return { answer, problem, busy, refused, isKnown, remember, forget };
}

/** The memory that is open comes first, where it can be written. */
function useChoiceOfMemory({ path, name, writable }: Workspace) {
  const { answer: others, problem: unlisted } = useAsked('once', () => otherMemories());
  const [chosen, choose] = useState<string | null>(null);
  const memories = [...(writable ? [{ path, label: `${name}, open here` }] : []), ...(others ?? [])];
  return {
    memories,
    to: chosen ?? memories[0]?.path ?? null,
    choose,
    hasNone: others !== null && memories.length === 0,
    unlisted,
  };
}

function KnownEntries({ known }: Readonly<{ known: Result<'conversations.rememberPreview'>['known'] }>) {
  return (
    known.length > 0 && (
      <ul className="detail" aria-label="Known already">
        {known.map(({ text, isSame }) => (
          <li key={text} dir="auto">
            {isSame ? 'Known already: ' : 'Known much like it: '}
            <VisibleText text={text} />
          </li>
        ))}
      </ul>
    )
  );
}
