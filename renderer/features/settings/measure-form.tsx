import { useState } from 'react';
import { create } from 'zustand';
import type { Settings } from '#shared/contract/features/settings.ts';
import { useAttempt } from '../../api/answers.ts';
import { useView } from '../../api/navigation.ts';
import { offerMeasure } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { focusAfter } from '../../ui/keep-focus.ts';
import { saveSettings } from './saving.ts';
import { SettingsEffect } from './setting-controls.tsx';

type MeasureFormProps = Readonly<{ workspace: string; measure: Settings['measure']; writable: boolean }>;

const options = [
  { value: 'estimate', label: 'Estimate', hint: 'The usual rule of thumb. Good for English prose.' },
  { value: 'count', label: 'Exact count', hint: 'Better for other languages, numbers and code.' },
] as const;

export function MeasureForm({ workspace, measure, writable }: MeasureFormProps) {
  const offered = useOfferedMeasure(({ offered }) => offered);
  const [picked, setPicked] = useState(measure);
  const chosen = offered ?? picked;
  const [shown, setShown] = useState(measure);
  const { problem, attempt, forget } = useAttempt();
  if (shown !== measure) {
    // Saved here, or changed by another program.
    setShown(measure);
    setPicked(measure);
  }
  const save = (form: HTMLFormElement): Promise<void> =>
    attempt(async () => {
      const words = chosen === 'count' ? 'Now using the exact count.' : 'Now using the estimate.';
      await saveSettings(workspace, { measure: chosen }, { measure }, words);
      setPicked(chosen);
      withdrawOffer();
      // The button is gone now.
      focusAfter(form, form.querySelector<HTMLElement>('input:checked'));
    });
  return (
    <form
      className="stack-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <ChoiceGroup
        stacked
        label="The limit is measured by"
        value={chosen}
        options={options}
        disabled={!writable}
        onChoose={(value) => {
          withdrawOffer();
          setPicked(value);
          forget();
        }}
      />
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {chosen !== measure && (
        <>
          <SettingsEffect workspace={workspace} measure={chosen} />
          <div className="wrap">
            <Button type="submit" look="primary" aria-label="Save: measure" disabled={!writable}>
              Save
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

type OfferedMeasure = { readonly offered: Settings['measure'] | null };

/** Another measure that was offered elsewhere: chosen in the settings, and saved once the person has seen its effect. */
const useOfferedMeasure = create<OfferedMeasure>(() => ({ offered: null }));

offerMeasure.answer((offered) => useOfferedMeasure.setState({ offered }));

const withdrawOffer = (): void => useOfferedMeasure.setState({ offered: null });

useView.subscribe(({ view }) => {
  if (view !== 'settings') {
    withdrawOffer();
  }
});
