import type { EntryView } from '#shared/contract/features/memory.ts';
import { roomBefore, roomIn } from '#shared/entries/archive-plan.ts';
import { refOf } from '#shared/entries/entry.ts';
import { useApp } from '../../../api/app-store.ts';
import { isAsLastRead, type ReadyContext, useMeasure } from '../../../api/context-store.ts';
import styles from '../../../entries/details.module.css';
import { EntryHeading } from '../../../entries/entry-heading.tsx';
import { Fact } from '../../../entries/fact.tsx';
import { useRealCount } from '../../../entries/measure/real-counts.ts';
import { useWaterline } from '../../../entries/measure/waterline.ts';
import { showInEditor } from '../../../jumps.ts';
import { Button } from '../../../ui/button.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { countInWords, rankInWords, tokensInWords } from '../../../wording/counts.ts';
import { ageInWords, dateInWords } from '../../../wording/dates.ts';
import { sectionNames, sourceInWords } from '../../../wording/names.ts';
import { tryChange } from '../changes.ts';
import { EarlierText } from '../earlier-text.tsx';
import { ConfidenceSteps } from './confidence-steps.tsx';
import { EditableDetail } from './editable-detail.tsx';
import { EntryActions } from './entry-actions.tsx';
import { SectionChoice } from './section-choice.tsx';

type EntryDetailsProps = Readonly<{ entry: EntryView; context: ReadyContext }>;

/** Everything about one entry, in full. */
export function EntryDetails({ entry, context }: EntryDetailsProps) {
  const mayWrite = useApp(({ stage }) => stage.kind === 'open' && stage.workspace.writable);
  const writable = mayWrite && context.summary.writable && !isAsLastRead(context.summary);
  return (
    <article className={styles['details']} aria-label="Details">
      <EntryHeading value={entry.value} />
      {context.summary.capabilities.confidence && <ConfidenceSteps entry={entry} writable={writable} />}
      <Facts entry={entry} context={context} writable={writable} />
      {writable && <EntryActions entry={entry} />}
      <details className={styles['raw']}>
        <summary>As written in the file</summary>
        <pre dir="auto">
          <VisibleText text={entry.raw} />
        </pre>
        <Button look="link" onClick={() => showInEditor(refOf(entry))}>
          Show it in the editor
        </Button>
      </details>
    </article>
  );
}

function Facts({ entry, context, writable }: EntryDetailsProps & Readonly<{ writable: boolean }>) {
  const { today, capabilities } = context.summary;
  const { tokensOf } = useMeasure();
  const counted = useRealCount(entry);
  return (
    <dl className={styles['facts']}>
      {entry.mark !== null && entry.earlier && (
        <Fact name="Before">
          <EarlierText entry={entry} earlier={entry.earlier} writable={writable} />
        </Fact>
      )}
      {capabilities.dates && (
        <Fact name="Learned">
          {dateInWords(entry.date)}
          {entry.date !== null && <span className="quiet"> · {ageInWords(entry.date, today)}</span>}
        </Fact>
      )}
      {(capabilities.confidence || entry.key !== null) && (
        <KeyDetail key={`key-${entry.id}`} entry={entry} writable={writable} />
      )}
      {capabilities.dates && <SourceDetail key={`source-${entry.id}`} entry={entry} writable={writable} />}
      <Fact name={capabilities.sections ? 'Section' : 'Heading'}>
        {writable ? <SectionChoice entry={entry} /> : <SectionName entry={entry} />}
      </Fact>
      <Fact name="Costs">
        {tokensInWords(tokensOf(entry.weight))}
        {counted !== null && <span className="quiet"> · {countInWords(counted)} counted</span>}
      </Fact>
      {capabilities.archive && (
        <Fact name="Stays">
          <HowLong entry={entry} context={context} />
        </Fact>
      )}
    </dl>
  );
}

type DetailProps = Readonly<{ entry: EntryView; writable: boolean }>;

function KeyDetail({ entry, writable }: DetailProps) {
  return (
    <EditableDetail
      name="Key"
      value={entry.key ?? ''}
      none="No key"
      mono
      writable={writable}
      onSave={(value) => save(entry, { key: value.trim() === '' ? null : value })}
    />
  );
}

function SourceDetail({ entry, writable }: DetailProps) {
  return (
    <EditableDetail
      name="From"
      value={entry.source ?? ''}
      shown={sourceInWords(entry.source)}
      none="Not known"
      writable={writable}
      onSave={(source) => save(entry, { source })}
    />
  );
}

/** @returns what went wrong; null once it is saved */
async function save(entry: EntryView, values: { key?: string | null; source?: string }): Promise<string | null> {
  const outcome = await tryChange([{ op: 'edit', entry: refOf(entry), ...values }], true);
  return outcome.kind === 'failed' ? outcome.problem.message : null;
}

/** The section, or the heading as written where it is none that Contexture knows. */
function SectionName({ entry }: Readonly<{ entry: EntryView }>) {
  const { category, section } = entry;
  return category === null && section !== '' ? <VisibleText text={section} /> : sectionNames[category ?? 'unsorted'];
}

/** Whether and when the entry would leave by itself. */
function HowLong({ entry, context }: EntryDetailsProps) {
  const { order } = useWaterline();
  const { today, tokens } = context.summary;
  const { pinned, until } = entry.flags;
  if (pinned) {
    return 'Pinned: never archived automatically';
  }
  if (until !== null && until >= today) {
    return `Protected until ${dateInWords(until)}`;
  }
  const at = order.findIndex((other) => other.id === entry.id);
  if (at < 0) {
    return entry.confidence === 'certain' ? 'Certain entries never leave automatically' : 'Never leaves automatically';
  }
  const room = roomBefore(order, at, roomIn(tokens));
  return room > 0
    ? `Leaves ${rankInWords(at + 1)}, once ${countInWords(room)} more tokens are learned`
    : `Leaves ${rankInWords(at + 1)}, with the next archiving`;
}
