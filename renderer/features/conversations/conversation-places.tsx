import { type ReactNode, useState } from 'react';
import type { ConversationPlace } from '#shared/contract/features/conversations.ts';
import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, FieldProblem, TextInput } from '../../ui/field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords } from '../../wording/counts.ts';
import { useConversations } from './conversations-store.ts';

type PlacesProps = Readonly<{ places: readonly ConversationPlace[] }>;

/** Asks permission to read an assistant's conversations, saying what and where they are, and what becomes of them. */
export function WaitingPlaces({ places }: PlacesProps) {
  return (
    <section className="stack-3 reading padded" aria-label="Conversations found on this computer">
      <h2 className="title">Read the conversations on this computer?</h2>
      <p className="quiet">
        Conversations show where a memory came from. Contexture only reads them: nothing is changed or sent, and you can
        turn this off at any time.
      </p>
      {places.length > 1 && <ReadAll places={places} />}
      <ul className="ruled">
        {places.map((place) => (
          <Place key={place.id} place={place}>
            {(decide, busy) => (
              <>
                <Button
                  {...(places.length === 1 && { look: 'primary' as const })}
                  disabled={busy}
                  onClick={() => decide(true)}
                >
                  Read these
                </Button>
                <Button disabled={busy} onClick={() => decide(false)}>
                  Not now
                </Button>
              </>
            )}
          </Place>
        ))}
      </ul>
    </section>
  );
}

function ReadAll({ places }: PlacesProps) {
  const { busy, problem, attempt } = useAttempt();
  const approveAll = async (): Promise<void> => {
    for (const { id } of places) {
      await call('conversations.approve', { place: id, approved: true });
    }
  };
  return (
    <div>
      <Button look="primary" disabled={busy} onClick={() => void attempt(approveAll)}>
        Read all {countInWords(places.length)}
      </Button>
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </div>
  );
}

type PlaceProps = Readonly<{
  place: ConversationPlace;
  children: (decide: (approved: boolean) => void, busy: boolean) => ReactNode;
}>;

function Place({ place, children }: PlaceProps) {
  const { busy, problem, attempt } = useAttempt();
  const decide = (approved: boolean): void =>
    void attempt(() => call('conversations.approve', { place: place.id, approved }));
  return (
    <li className="line">
      <div className="main-part">
        <h3>{place.assistant}</h3>
        <Disclosure className="detail" summary="Where it is">
          <VisibleText as="p" className="code" text={place.folder} />
        </Disclosure>
        {problem && <FieldProblem>{problem.message}</FieldProblem>}
      </div>
      <div className="wrap-close">{children(decide, busy)}</div>
    </li>
  );
}

const words: Readonly<Record<ConversationPlace['state'], string>> = {
  absent: 'Nothing there',
  waiting: 'Not read',
  declined: 'Not read',
  approved: 'Read',
};

export function PlacesDialog({ places }: PlacesProps) {
  const close = (): void => useConversations.setState({ placesOpen: false });
  return (
    <Dialog
      title="Where conversations are read"
      description="Only in the places you allow, and only to show them to you. Nothing is changed there."
      onClose={close}
      actions={<Button onClick={close}>Close</Button>}
    >
      <ul className="ruled">
        {places.map((place) => (
          <Place key={place.id} place={place}>
            {(decide, busy) => (
              <>
                <span className="detail">{words[place.state]}</span>
                {place.state === 'approved' && (
                  <Button disabled={busy} onClick={() => decide(false)}>
                    Stop reading
                  </Button>
                )}
                {(place.state === 'declined' || place.state === 'waiting') && (
                  <Button disabled={busy} onClick={() => decide(true)}>
                    Read these
                  </Button>
                )}
              </>
            )}
          </Place>
        ))}
      </ul>
      <AddPlace />
    </Dialog>
  );
}

/** Adds a file or folder that no program uses by default, such as an account export. */
function AddPlace() {
  const [path, setPath] = useState('');
  const { busy, problem, attempt } = useAttempt();
  return (
    <form
      className="above-4"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(async () => {
          await call('conversations.addPlace', { path: path.trim() });
          setPath('');
        });
      }}
    >
      <Field
        label="An export, or a folder of chats"
        hint="The path of a ZIP or JSON file that ChatGPT exported, or of a folder with chats of LarAgent."
        problem={problem?.message}
      >
        {(ids) => (
          <div className="joined">
            <TextInput {...ids} mono dir="auto" value={path} onChange={(event) => setPath(event.target.value)} />
            <Button type="submit" disabled={busy || path.trim() === ''}>
              Read this
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

export function NothingToList({ places }: PlacesProps) {
  const isRead = places.some(({ state }) => state === 'approved');
  const isDeclined = !isRead && places.some(({ state }) => state === 'declined');
  return (
    <EmptyState
      title={isRead ? 'No conversations yet' : isDeclined ? 'No conversations are read' : 'No conversations found'}
      action={
        <Button onClick={() => useConversations.setState({ placesOpen: true })}>Where conversations are read…</Button>
      }
    >
      {isDeclined
        ? 'Conversations show where a memory came from. They are read only where you allow it.'
        : 'Conversations your assistants keep on this computer appear here.'}
    </EmptyState>
  );
}
