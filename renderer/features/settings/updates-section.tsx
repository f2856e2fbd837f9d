import type { Updates } from '#shared/contract/features/updates.ts';
import { useAttempt } from '../../api/answers.ts';
import { useApp, writePreferences } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { momentInWords } from '../../wording/dates.ts';
import { SettingsSection } from './section.tsx';
import { OfferCard, useUpdates } from './update-cards.tsx';

export function UpdatesSection() {
  const updates = useUpdates();
  const isOn = useApp(({ preferences }) => preferences.looksForUpdates ?? false);
  return (
    <SettingsSection name="Updates">
      {updates?.way === null && (
        <p>This copy of Contexture doesn’t know where new versions are published, so it can’t look for them.</p>
      )}
      {updates?.way && (
        <ChoiceGroup
          label="Look for new versions"
          stacked
          value={isOn ? 'on' : 'off'}
          options={[
            { value: 'off', label: 'Never', hint: 'Contexture then sends nothing over the internet.' },
            {
              value: 'on',
              label: updates.way.everyDays === 1 ? 'Once a day' : 'Once a week',
              hint: `Asks ${askedOf(updates.way)} which version is the newest, and sends nothing about you or your memories. Nothing is downloaded or installed unless you choose it.`,
            },
          ]}
          onChoose={(value) => void writePreferences({ looksForUpdates: value === 'on' })}
        />
      )}
      {updates && isOn && <LatestLook updates={updates} />}
      <OfferCard updates={updates} />
    </SettingsSection>
  );
}

const askedOf = ({ kind, at }: NonNullable<Updates['way']>): string => (kind === 'command' ? 'npm' : new URL(at).host);

function LatestLook({ updates: { way, lookedAt, offer, problem } }: Readonly<{ updates: Updates }>) {
  const { busy, problem: failed, attempt } = useAttempt();
  if (way === null) {
    return null;
  }
  return (
    <>
      {lookedAt !== null && (
        <p className="detail">
          Last looked {momentInWords(lookedAt)}.{offer === null && problem === null && ' No newer version is offered.'}
        </p>
      )}
      {problem !== null && failed === null && <FieldProblem>{problem}</FieldProblem>}
      {failed && <FieldProblem>{failed.message}</FieldProblem>}
      <div>
        <Button aria-disabled={busy} onClick={() => busy || void attempt(() => call('updates.look', {}))}>
          {busy ? 'Looking…' : 'Look now'}
        </Button>
      </div>
    </>
  );
}
