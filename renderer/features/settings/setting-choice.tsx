import { useState } from 'react';
import type { Params } from '#shared/contract/contract.ts';
import { call } from '../../api/connection.ts';
import { problemOf } from '../../api/problem.ts';
import { FieldProblem } from '../../ui/field.tsx';
import { ChoiceGroup } from './choice-group.tsx';

type SettingChoiceProps<T extends string> = Readonly<{
  workspace: string;
  label: string;
  value: T;
  options: readonly { readonly value: T; readonly label: string; readonly hint: string }[];
  /** What a choice means in the workspace's settings. */
  settingsFor: (value: T) => Params<'settings.write'>['values'];
  writable: boolean;
}>;

/** A setting that is one of a few; where it can't be written, why not stands below. */
export function SettingChoice<T extends string>({ workspace, settingsFor, writable, ...group }: SettingChoiceProps<T>) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <ChoiceGroup
        {...group}
        disabled={!writable}
        stacked
        onChoose={(value) => {
          setProblem(null);
          call('settings.write', { workspace, values: settingsFor(value) }).catch((error: unknown) =>
            setProblem(problemOf(error).message),
          );
        }}
      />
      {problem && <FieldProblem>{problem}</FieldProblem>}
    </>
  );
}
