import { useState } from 'react';
import type { Settings } from '#shared/contract/model.ts';
import { call } from '../../api/connection.ts';
import { problemOf } from '../../api/problem.ts';
import { FieldProblem } from '../../ui/field.tsx';
import { ChoiceGroup } from './choice-group.tsx';

type OverLimitChoiceProps = Readonly<{ workspace: string; value: Settings['overLimit']; writable: boolean }>;

export function OverLimitChoice({ workspace, value, writable }: OverLimitChoiceProps) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <ChoiceGroup
        label="When your assistant writes over the limit"
        value={value}
        disabled={!writable}
        stacked
        options={[
          { value: 'ask', label: 'Ask me', hint: 'You see which entries would be archived, and decide.' },
          {
            value: 'always',
            label: 'Archive without asking',
            hint: 'The oldest insights leave first, then the oldest patterns. They can all be restored.',
          },
        ]}
        onChoose={(overLimit) => {
          setProblem(null);
          call('settings.write', { workspace, values: { overLimit } }).catch((error: unknown) =>
            setProblem(problemOf(error).message),
          );
        }}
      />
      {problem && <FieldProblem>{problem}</FieldProblem>}
    </>
  );
}
