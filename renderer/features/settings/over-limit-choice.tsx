import type { Settings } from '#shared/contract/features/settings.ts';
import { SettingChoice } from './setting-choice.tsx';

type OverLimitChoiceProps = Readonly<{ workspace: string; value: Settings['overLimit']; writable: boolean }>;

export function OverLimitChoice(props: OverLimitChoiceProps) {
  return (
    <SettingChoice
      {...props}
      label="When your assistant writes over the limit"
      options={[
        { value: 'ask', label: 'Ask me', hint: 'You see which entries would be archived, and decide.' },
        {
          value: 'always',
          label: 'Archive without asking',
          hint: 'The oldest insights leave first, then the oldest patterns. They can all be restored.',
        },
      ]}
      settingsFor={(overLimit) => ({ overLimit })}
    />
  );
}
