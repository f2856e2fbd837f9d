import { useMemo } from 'react';
import { readWholeWorkText } from '#shared/contract/reading/texts.ts';
import { readJsonText } from '#shared/formats/workflow/json-text.ts';
import { useAsked } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useValueTree } from '../../ui/value-tree/use-value-tree.ts';
import { ValueTree } from '../../ui/value-tree/value-tree.tsx';
import { humanised } from '../../wording/workflows.ts';
import { isJsonRecord, type JsonFields } from './timeline.ts';

type StepFileProps = Readonly<{
  workspace: string;
  id: string;
  file: string;
  version: string;
  /** Inputs of the workflow, which are not repeated. */
  inputs: JsonFields[string] | undefined;
}>;

/** Fields that the step itself shows, and those about the handover. */
const shownElsewhere = [
  'workflow_id',
  'step',
  'agent',
  'started_at',
  'completed_at',
  'status',
  'error',
  'create_checkpoint',
  'next_step',
];

export function StepFileButton({ workspace, id, file, version, inputs }: StepFileProps) {
  const { answer, problem } = useAsked(JSON.stringify([workspace, id, file, version]), async () =>
    readJsonText((await readWholeWorkText({ call }, workspace, id, file)).text),
  );
  const value = useMemo(() => partsOf(answer, inputs), [answer, inputs]);
  const tree = useValueTree(value, { levels: 2, hidesWhole: true, most: 100 });
  if (problem !== null) {
    return <FieldProblem>{problem.message}</FieldProblem>;
  }
  return answer === null ? (
    <Skeleton label="Reading the step" />
  ) : Object.keys(value).length === 0 ? (
    <p className="detail">Nothing is said of what came of it.</p>
  ) : (
    <ValueTree label="What came of it" tree={tree} nameInWords={humanised} />
  );
}

/** Results first, without empty fields. */
function partsOf(answer: ReturnType<typeof readJsonText> | null, inputs: StepFileProps['inputs']) {
  const fields: JsonFields = isJsonRecord(answer ?? undefined) ? (answer as JsonFields) : {};
  const first = { outputs: fields['outputs'], working_data: fields['working_data'] };
  const all = Object.entries({ ...first, ...fields });
  return Object.fromEntries(
    all.filter(([name, part]) => {
      const isEmpty =
        part === undefined || part === null || (typeof part === 'object' && Object.keys(part).length === 0);
      const isKnown =
        shownElsewhere.includes(name) || (name === 'inputs' && JSON.stringify(part) === JSON.stringify(inputs));
      return !isEmpty && !isKnown;
    }),
  );
}
