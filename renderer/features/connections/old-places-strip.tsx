import type { Result } from '#shared/contract/contract.ts';
import { useAnswer, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { useView } from '../../api/navigation.ts';
import { attempt, say, sayDone, sayProblem } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { counted } from '../../wording/counts.ts';
import { countChangeElsewhere, useChangesElsewhere } from './changes-elsewhere.ts';

type OldPrograms = Result<'connections.oldPlaces'>['programs'];

/** Asks, once for each place that Contexture has left, whether the assistants that start it from there are to follow. */
export function OldPlacesStrip() {
  // The list of connections has a button to mend each.
  const isInList = useView(({ view }) => view === 'connections');
  const changes = useChangesElsewhere((state) => state.changes);
  const { answer } = useAnswer('connections.oldPlaces', isInList ? null : {}, changes);
  const { busy, problem, attempt: run } = useAttempt();
  const programs = isInList ? [] : (answer?.programs ?? []);
  const respond = (update: boolean): Promise<void> =>
    run(async () => {
      tellUpdated(programs, await call('connections.answerOldPlaces', { update }));
      countChangeElsewhere();
    });
  return (
    programs.length > 0 && (
      <Strip
        label="Contexture has moved"
        actions={
          <>
            <Button look="primary" disabled={busy} onClick={() => void respond(true)}>
              Update
            </Button>
            <Button disabled={busy} onClick={() => void respond(false)}>
              Not now
            </Button>
          </>
        }
      >
        {problem?.message ?? `${assistantsInWords(programs)} Contexture from its old place.`}
      </Strip>
    )
  );
}

const assistantsInWords = (programs: OldPrograms): string =>
  programs.length === 1
    ? `${programs[0]?.label} still starts`
    : `${counted(programs.length, 'assistant', 'assistants')} still start`;

function tellUpdated(programs: OldPrograms, { updated, problems }: Result<'connections.answerOldPlaces'>): void {
  for (const message of problems) {
    sayProblem({ code: 'settings_invalid', message }, 'A connection could not be updated');
  }
  const named = programs.filter(({ id }) => updated.includes(id));
  if (named.length > 0) {
    const title = named.length === 1 ? `${named[0]?.label} is updated` : `${named.length} assistants are updated`;
    const undo = () => attempt(undoAll(named));
    sayDone(title, { verb: 'Undo', run: undo }, 'They will use it the next time they start.');
  }
}

/** Restores the settings. Whoever wants that doesn't want to be asked again. */
async function undoAll(programs: OldPrograms): Promise<void> {
  for (const { id } of programs) {
    await call('connections.undo', { program: id });
  }
  await call('connections.answerOldPlaces', { update: false });
  countChangeElsewhere();
  say('Their settings are as they were', 'done');
}
