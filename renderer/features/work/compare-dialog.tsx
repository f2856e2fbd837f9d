import { useState } from 'react';
import { readJsonText } from '#shared/formats/workflow/json-text.ts';
import { useAsked } from '../../api/answers.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldProblem, Select } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { counted } from '../../wording/counts.ts';
import { differencesBetween } from './field-differences.ts';
import { FieldDifferences } from './field-differences-view.tsx';
import { readWorkText } from './work-text.ts';

/** A state a workflow was in: at a checkpoint, or as it is now. */
export type WorkState = {
  readonly name: string;
  readonly label: string;
  /** The file that has it, by its path in the workflow’s folder. */
  readonly file: string;
};

type CompareProps = Readonly<{
  workspace: string;
  id: string;
  states: readonly WorkState[];
  /** Index of the one that is compared with the last at first. */
  from: number;
  version: string;
  onClose: () => void;
}>;

export function CompareDialog({ workspace, id, states, from, version, onClose }: CompareProps) {
  const [chosen, setChosen] = useState<readonly [string, string]>([String(from), String(states.length - 1)]);
  const [before, after] = chosen.map((index) => states[Number(index)]);
  const { answer, problem } = useAsked(
    JSON.stringify([workspace, id, version, before?.file, after?.file]),
    async () => {
      const read = async (state: WorkState | undefined) =>
        readJsonText((await readWorkText(workspace, id, state?.file ?? 'context.json')).text);
      const [one, other] = [await read(before), await read(after)];
      return differencesBetween(one, other);
    },
  );
  const options = states.map(({ label }, index) => ({ value: String(index), label }));
  return (
    <Dialog wide title="What changed" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <div className="columns below-3">
        <Field label="From">
          {(ids) => (
            <Select {...ids} value={chosen[0]} options={options} onChange={(to) => setChosen([to, chosen[1]])} />
          )}
        </Field>
        <Field label="To">
          {(ids) => (
            <Select {...ids} value={chosen[1]} options={options} onChange={(to) => setChosen([chosen[0], to])} />
          )}
        </Field>
      </div>
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {!answer && !problem && <Skeleton label="Comparing" />}
      {answer && !problem && (
        <div className="stack-2">
          <p role="status">{answer.length === 0 ? 'Nothing changed.' : counted(answer.length, 'change', 'changes')}</p>
          <FieldDifferences differences={answer} names={[before?.name ?? '', after?.name ?? '']} />
        </div>
      )}
    </Dialog>
  );
}
