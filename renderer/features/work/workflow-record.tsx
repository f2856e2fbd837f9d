import { useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import { readWholeWorkText } from '#shared/contract/reading/texts.ts';
import { readJsonText } from '#shared/formats/workflow/json-text.ts';
import { useAsked } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldProblem, Select } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { humanised } from '../../wording/workflows.ts';
import { differencesBetween } from './field-differences.ts';
import { FieldDifferences } from './field-differences-view.tsx';
import type { ResumeFrom } from './resume-dialog.tsx';
import { listIn, objectIn, textField } from './timeline.ts';
import { WorkSection } from './work-reader.tsx';
import { whenInWords } from './work-words.ts';

type Context = NonNullable<Result<'work.show'>['context']>;

type CheckpointsProps = Readonly<{
  workspace: string;
  id: string;
  context: Context;
  version: string;
  onResume: ((from: ResumeFrom) => void) | null;
}>;

export function Checkpoints({ workspace, id, context, version, onResume }: CheckpointsProps) {
  const [compared, setCompared] = useState<number | null>(null);
  const checkpoints = listIn(objectIn(context, 'audit'), 'checkpoints');
  if (checkpoints.length === 0) {
    return null;
  }
  const states: WorkState[] = [
    ...checkpoints.map((checkpoint, index) => ({
      name: `Checkpoint ${index + 1}`,
      // A narrow field cuts off the end, and the time is what tells two checkpoints apart.
      label: [`Checkpoint ${index + 1}`, timeIn(checkpoint), stepOf(checkpoint)].filter(Boolean).join(' · '),
      file: textField(checkpoint, 'data_snapshot') ?? 'checkpoints',
    })),
    { name: 'Now', label: 'Now', file: 'context.json' },
  ];
  return (
    <WorkSection title="Checkpoints">
      <ul className="ruled">
        {checkpoints.map((checkpoint, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a checkpoint is known by its number.
          <li key={index} className="words breaks">
            <span>
              {index + 1}. <VisibleText text={stepOf(checkpoint) ?? 'Checkpoint'} />
            </span>
            <span className="detail">{timeIn(checkpoint)}</span>
            <span className="row at-end">
              <Button look="link" aria-label={`Compare checkpoint ${index + 1}…`} onClick={() => setCompared(index)}>
                Compare…
              </Button>
              {onResume && (
                <Button
                  look="link"
                  aria-label={`Go on from checkpoint ${index + 1}…`}
                  onClick={() => onResume({ checkpoint: index + 1 })}
                >
                  Go on from here…
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {compared !== null && (
        <CompareDialog
          workspace={workspace}
          id={id}
          states={states}
          from={compared}
          version={version}
          onClose={() => setCompared(null)}
        />
      )}
    </WorkSection>
  );
}

type Item = ReturnType<typeof listIn>[number];

function stepOf(checkpoint: Item): string | null {
  const step = textField(checkpoint, 'step');
  return step === null ? null : humanised(step);
}

export function OnRecord({ context }: Readonly<{ context: Context }>) {
  const interventions = listIn(objectIn(context, 'audit'), 'human_interventions');
  return interventions.length === 0 ? null : (
    <WorkSection title="On record">
      <ul className="ruled">
        {interventions.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the record is only added to.
          <Intervention key={index} one={one} />
        ))}
      </ul>
    </WorkSection>
  );
}

function Intervention({ one }: Readonly<{ one: Item }>) {
  const [isOpen, setOpen] = useState(false);
  const action = textField(one, 'action') ?? 'Something was changed';
  const user = textField(one, 'user');
  const [before, after] = [objectIn(one, 'before_state'), objectIn(one, 'after_state')];
  const differences = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    differencesBetween(before[name] ?? undefined, after[name] ?? undefined, name.split('.')),
  );
  return (
    <li className="stack-2">
      <div className="words breaks">
        <VisibleText as="span" dir="auto" text={action} />
        <VisibleText
          as="span"
          className="detail"
          text={[user === 'person' ? 'you' : user, timeIn(one)].filter(Boolean).join(', ')}
        />
        {differences.length > 0 && (
          <span className="row at-end">
            <Button look="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide what changed' : 'Show what changed'}
            </Button>
          </span>
        )}
      </div>
      {isOpen && <FieldDifferences differences={differences} names={['Before', 'After']} />}
    </li>
  );
}

const timeIn = (item: Item): string => whenInWords(textField(item, 'timestamp'));

type WorkState = {
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

function CompareDialog({ workspace, id, states, from, version, onClose }: CompareProps) {
  const [chosen, setChosen] = useState<readonly [string, string]>([String(from), String(states.length - 1)]);
  const [before, after] = chosen.map((index) => states[Number(index)]);
  const { answer, problem } = useAsked(
    JSON.stringify([workspace, id, version, before?.file, after?.file]),
    async () => {
      const read = async (state: WorkState | undefined) =>
        readJsonText((await readWholeWorkText({ call }, workspace, id, state?.file ?? 'context.json')).text);
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
