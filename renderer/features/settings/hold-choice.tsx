import { SettingChoice } from './setting-choice.tsx';

type HoldChoiceProps = Readonly<{ workspace: string; value: boolean; writable: boolean }>;

/** What happens to an update that would overwrite a correction with less confidence. */
export function HoldChoice({ value, ...props }: HoldChoiceProps) {
  return (
    <SettingChoice
      {...props}
      label="When your assistant would change what you corrected, and is less sure"
      value={value ? 'hold' : 'apply'}
      options={[
        { value: 'hold', label: 'Ask me', hint: 'Yours stays until you choose. Both texts are kept.' },
        { value: 'apply', label: 'Let it', hint: 'Its text replaces yours. The history keeps yours.' },
      ]}
      settingsFor={(choice) => ({ holdAgainstCorrections: choice === 'hold' })}
    />
  );
}
