import { useState } from 'react';
import type { ConversationPlace } from '#shared/contract/features/conversations.ts';
import type { SavingState } from '#shared/contract/features/saved-conversations.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { readSaved, setSaveRules } from '../../services/saved-conversations.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldProblem, TextInput } from '../../ui/field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords, counted, countInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { useConversations } from './conversations-store.ts';
import { RemoveCopy, RuleChoice, savableAssistants, sizeOfSaved } from './save-panel.tsx';

type SavedDialogProps = Readonly<{ saving: SavingState; places: readonly ConversationPlace[] }>;

export function SavedDialog({ saving, places }: SavedDialogProps) {
  const close = (): void => useConversations.setState({ savedOpen: false });
  const { kept, problems } = saving;
  return (
    <Dialog
      title="Saved conversations"
      description="Contexture’s own copies: they stay when the assistant deletes its own."
      onClose={close}
      actions={<Button onClick={close}>Close</Button>}
    >
      <div className="stack-4">
        <Rules saving={saving} assistants={savableAssistants(places)} />
        <Limit saving={saving} />
        {problems.length > 0 && (
          <FieldProblem>
            {counted(problems.length, 'conversation was', 'conversations were')} not saved. {problems[0]?.message}
          </FieldProblem>
        )}
        <section aria-label="Copies">
          <h3 className="title">Copies</h3>
          {kept.length === 0 ? (
            <p className="quiet">None yet.</p>
          ) : (
            <ul className="ruled">
              {kept.map((one) => (
                <li key={one.id} className="line">
                  <div className="main-part">
                    <VisibleText as="p" text={nameOfConversation(one)} />
                    <p className="detail">
                      {one.assistant} · {bytesInWords(one.bytes)} · {momentInWords(one.keptAt)}
                      {one.isLast && ' · the only one left'}
                      {one.hasMore && ' · has what the original no longer has'}
                    </p>
                  </div>
                  <RemoveCopy copy={one} name="Remove" />
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </Dialog>
  );
}

type RulesProps = Readonly<{ saving: SavingState; assistants: readonly string[] }>;

function Rules({ saving: { rules }, assistants }: RulesProps) {
  const { busy, problem, attempt } = useAttempt();
  const all = [...new Set([...assistants, ...rules.flatMap((rule) => (rule.project === null ? rule.assistant : []))])];
  const ofProjects = rules.filter(({ project }) => project !== null);
  return (
    <section aria-label="Saved automatically" className="stack-2">
      <h3 className="title">Saved automatically</h3>
      {all.map((assistant) => (
        <RuleChoice
          key={assistant}
          rule={{ assistant, project: null }}
          name={`Save all from ${assistant}`}
          rules={rules}
          attempt={attempt}
        />
      ))}
      {ofProjects.length === 0 ? (
        <p className="quiet">To save one project only, open the details of one of its conversations.</p>
      ) : (
        <ul className="ruled">
          {ofProjects.map((rule) => (
            <li key={JSON.stringify(rule)} className="line">
              <div className="main-part">
                <p title={rule.project ?? undefined}>
                  All from {rule.assistant} in <VisibleText text={rule.project?.split(/[/\\]/).at(-1) ?? ''} />
                </p>
              </div>
              <Button
                disabled={busy}
                onClick={() => void attempt(() => setSaveRules(rules.filter((other) => other !== rule)))}
              >
                Stop
              </Button>
            </li>
          ))}
        </ul>
      )}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </section>
  );
}

const gigabyte = 1_000_000_000;
const mostGigabytes = 1000;

function Limit({ saving }: Readonly<{ saving: SavingState }>) {
  const [text, setText] = useState(String(saving.limit / gigabyte));
  const { busy, problem, attempt } = useAttempt();
  const number = Number(text);
  const isRight = text.trim() !== '' && number >= 0 && number <= mostGigabytes;
  const limit = Math.round(number * gigabyte);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) {
          void attempt(() => call('conversations.setKeeping', { limit }).finally(readSaved));
        }
      }}
    >
      <Field
        label="Limit for automatic copies (GB)"
        hint={`${sizeOfSaved(saving)} When it is full, no new copies are made.`}
        problem={isRight ? problem?.message : `Write a number from 0 to ${countInWords(mostGigabytes)}.`}
      >
        {(ids) => (
          <div className="joined">
            <TextInput
              {...ids}
              className="short"
              inputMode="numeric"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" disabled={busy || !isRight || limit === saving.limit}>
              Save
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
