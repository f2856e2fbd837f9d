import { useState } from 'react';
import {
  endOfPause,
  isPaused,
  kindsOfNews,
  type NotificationChoices,
  notificationKinds,
  pauses,
  usualNotifications,
} from '#shared/notifications.ts';
import { useApp, writePreferences } from '../../api/app-store.ts';
import { askToNotify, type NotificationAbility, notificationAbility } from '../../services/browser-notifications.ts';
import { Button } from '../../ui/button.tsx';
import { momentInWords } from '../../wording/dates.ts';
import { SettingsSection } from './section.tsx';

/** Sentences about what this browser shows. */
const abilityInWords: Partial<Record<NotificationAbility, string>> = {
  granted: 'Your browser notifies you while Contexture is open in a tab.',
  denied:
    'Your browser blocks notifications from Contexture. To get them, allow them for this page in your browser’s settings.',
  unavailable: 'This browser can’t show notifications. The number of things that wait is in the title of the page.',
};

export function NotificationSettings() {
  const choices = useApp((state) => state.preferences.notifications) ?? usualNotifications;
  const [ability, setAbility] = useState(notificationAbility);
  const choose = (change: Partial<NotificationChoices>): void => {
    const { off, ...others } = { ...choices, ...change };
    void writePreferences({ notifications: { ...others, off: [...off] } });
  };
  const { off, showText } = choices;
  return (
    <SettingsSection name="Notifications">
      {ability === 'default' && (
        <>
          <p>Your browser can notify you while Contexture is open in a tab.</p>
          <div>
            <Button onClick={() => void askToNotify().then(setAbility)}>Turn on notifications</Button>
          </div>
        </>
      )}
      {abilityInWords[ability] && <p role="status">{abilityInWords[ability]}</p>}
      <fieldset className="stack-2">
        <legend className="label">Tell me when</legend>
        {notificationKinds.map((kind) => (
          <Switch
            key={kind}
            label={kindsOfNews[kind].one}
            isOn={!off.includes(kind)}
            onTurn={(isOn) => choose({ off: isOn ? off.filter((each) => each !== kind) : [...off, kind] })}
          />
        ))}
      </fieldset>
      <Switch
        label="Show the text of entries"
        hint="Anyone who sees your screen can read it. Otherwise you are only told what happened, and where."
        isOn={showText}
        onTurn={(isOn) => choose({ showText: isOn })}
      />
      <Pause choices={choices} choose={choose} />
      {ability === 'app' && <AppLife />}
    </SettingsSection>
  );
}

type PauseProps = Readonly<{ choices: NotificationChoices; choose: (change: Partial<NotificationChoices>) => void }>;

function Pause({ choices, choose }: PauseProps) {
  const { pausedUntil } = choices;
  return pausedUntil !== null && isPaused(choices, Date.now()) ? (
    <p role="status">
      Paused until {momentInWords(pausedUntil)}.{' '}
      <Button look="link" onClick={() => choose({ pausedUntil: null })}>
        Resume
      </Button>
    </p>
  ) : (
    <div className="row wrap">
      <span>Pause</span>
      {pauses.map(({ id, label }) => (
        <Button
          key={id}
          aria-label={`Pause ${label.toLowerCase()}`}
          onClick={() => choose({ pausedUntil: endOfPause(id, new Date()) })}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

/** Settings of the desktop app alone. */
function AppLife() {
  const { keepRunning = false, startAtLogin = false } = useApp((state) => state.preferences);
  return (
    <>
      <Switch
        label="Keep running when the window is closed"
        hint="An icon in the tray or menu bar shows what is new, and quits the app."
        isOn={keepRunning}
        onTurn={(isOn) => void writePreferences({ keepRunning: isOn })}
      />
      <Switch
        label="Start when I log in"
        hint={keepRunning ? 'No window opens then: the icon appears.' : undefined}
        isOn={startAtLogin}
        onTurn={(isOn) => void writePreferences({ startAtLogin: isOn })}
      />
    </>
  );
}

type SwitchProps = Readonly<{
  label: string;
  hint?: string | undefined;
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
}>;

const Switch = ({ label, hint, isOn, onTurn }: SwitchProps) => (
  <label className="choice fits">
    <input type="checkbox" checked={isOn} onChange={(event) => onTurn(event.target.checked)} />
    <span>
      {label}
      {hint !== undefined && <span className="second">{hint}</span>}
    </span>
  </label>
);
