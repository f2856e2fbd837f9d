import { useRef, useState } from 'react';
import type { StorageView } from '#shared/contract/features/storages.ts';
import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { tellDone } from '../../services/undo.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { StorageFile } from './storage-inspector.tsx';
import { knownAgents } from './storage-list.ts';
import { markStoragesSeen } from './storage-store.ts';
import { guessWhose, titleInWords, type Whose } from './storage-words.ts';

const forms: readonly { readonly value: Whose['of']; readonly label: string }[] = [
  { value: 'user', label: 'A person' },
  { value: 'chat', label: 'A chat' },
  { value: 'nobody', label: 'Anyone' },
];

type AdoptDialogProps = Readonly<{ workspace: string; storage: StorageView; onClose: () => void }>;

export function AdoptDialog({ workspace, storage, onClose }: AdoptDialogProps) {
  const { file } = storage;
  const [whose, setWhose] = useState<Whose>(() => guessWhose(storage, knownAgents()));
  const { busy, problem, attempt } = useAttempt();
  const agent = useRef<HTMLInputElement>(null);
  const isComplete = whose.agent.trim() !== '' && (whose.of === 'nobody' || whose.name.trim() !== '');
  const adopt = async (): Promise<void> => {
    const whom = whose.of === 'nobody' ? {} : { [whose.of]: whose.name.trim() };
    tellDone(workspace, await call('storages.adopt', { workspace, file, agent: whose.agent.trim(), ...whom }));
    await markStoragesSeen(workspace, [file]);
    onClose();
  };
  return (
    <FormDialog
      title="Choose its owner"
      description="Agents find what is theirs by its name: choose the agent that saved this, and who it is for. What it says isn’t changed, and you can undo this."
      onClose={onClose}
      initialFocus={agent}
      submit="Save"
      onSubmit={() => attempt(adopt)}
      isReady={isComplete}
      busy={busy}
      problem={problem}
    >
      <VisibleText as="p" dir="auto" text={titleInWords(storage, knownAgents())} />
      <TextField
        label="Agent"
        ref={agent}
        value={whose.agent}
        maxLength={1000}
        known={knownAgents()}
        onType={(text) => setWhose({ ...whose, agent: text })}
      />
      <SelectField label="For" value={whose.of} options={forms} onChange={(of) => setWhose({ ...whose, of })} />
      {whose.of !== 'nobody' && (
        <TextField
          label={whose.of === 'user' ? 'Name of the person' : 'Name of the chat'}
          value={whose.name}
          maxLength={1000}
          onType={(text) => setWhose({ ...whose, name: text })}
        />
      )}
      <StorageFile storage={storage} />
    </FormDialog>
  );
}
