import { useEffect, useRef, useState } from 'react';
import { type ExportForm, exportConversation } from '#shared/contract/reading/export-conversation.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { downloadName, saveFile } from '../../services/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { bytesInWords } from '../../wording/counts.ts';
import type { OpenedConversation } from './conversations-store.ts';

const files: Readonly<Record<ExportForm, { readonly ending: string; readonly type: string; readonly name: string }>> = {
  markdown: { ending: 'md', type: 'text/markdown', name: 'Markdown' },
  json: { ending: 'json', type: 'application/json', name: 'JSON' },
};

/** Characters that are handed over to the browser at a time: it keeps what is large on the disk. */
const maxHeld = 4_000_000;
/** Bytes: what is said is not another with each message. */
const shownSteps = 100_000;

export function ExportButtons({ conversation }: Readonly<{ conversation: OpenedConversation }>) {
  const [bytes, setBytes] = useState<number | null>(null);
  const { problem, attempt } = useAttempt();
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const save = async (form: ExportForm): Promise<void> => {
    stopped.current = false;
    setBytes(0);
    const file = await fileOf(conversation.id, form, (size) => {
      setBytes(Math.round(size / shownSteps) * shownSteps);
      return stopped.current;
    });
    if (file !== null) {
      saveFile(file, `${downloadName(nameOfConversation(conversation), 'Conversation')}.${files[form].ending}`);
    }
  };
  return (
    <>
      {bytes === null ? (
        Object.entries(files).map(([form, { name }]) => (
          <Button key={form} onClick={() => void attempt(() => save(form as ExportForm).finally(() => setBytes(null)))}>
            Save as {name}
          </Button>
        ))
      ) : (
        <>
          <span role="status">Saving…{bytes > 0 && ` ${bytesInWords(bytes)}`}</span>
          <Button
            onClick={() => {
              stopped.current = true;
            }}
          >
            Stop
          </Button>
        </>
      )}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </>
  );
}

/** @param onSize told how large it is by now; true stops it. @returns null where it was stopped */
async function fileOf(id: string, form: ExportForm, onSize: (bytes: number) => boolean): Promise<Blob | null> {
  const { type } = files[form];
  let file = new Blob([], { type });
  let held = '';
  for await (const piece of exportConversation({ call }, await call('conversations.about', { id }), form)) {
    held += piece;
    if (held.length > maxHeld) {
      file = new Blob([file, held], { type });
      held = '';
    }
    if (onSize(file.size + held.length)) {
      return null;
    }
  }
  return new Blob([file, held], { type });
}
