import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { roomBefore, roomIn } from '#shared/entries/archive-plan.ts';
import { categories, categorySchema, refOf } from '#shared/entries/entry.ts';
import { amountInWords, unitInWords } from '#shared/entries/measure.ts';
import { useApp } from '../../../api/app-store.ts';
import { isAsLastRead, type ReadyContext, useMeasure } from '../../../api/context-store.ts';
import styles from '../../../entries/details.module.css';
import { EntryHeading, Fact } from '../../../entries/inspector.tsx';
import { useRealCounts } from '../../../entries/measure/real-counts.ts';
import { useWaterline } from '../../../entries/measure/waterline.ts';
import { askToErase, showInEditor } from '../../../jumps.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfidenceMark } from '../../../ui/confidence-mark.tsx';
import { Select } from '../../../ui/field.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { countInWords, rankInWords } from '../../../wording/counts.ts';
import { ageInWords, dateInWords, dayOfMoment } from '../../../wording/dates.ts';
import {
  type CategoryOrUnsorted,
  categoryNames,
  confidenceNames,
  sectionLabels,
  sourceInWords,
} from '../../../wording/names.ts';
import { authorInWords } from '../../../wording/writers.ts';
import { act } from '../actions.ts';
import { change, tryChange } from '../changes.ts';
import { EarlierText } from '../earlier-text.tsx';
import { EditableDetail } from './editable-detail.tsx';
import { useLastChange } from './last-change.ts';

type EntryDetailsProps = Readonly<{ entry: EntryView; context: ReadyContext }>;

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
  const { tokensOf, name } = useMeasure();
  const lastChange = useLastChange(context, entry);
  const counted = useRealCounts(({ ofEntry }) => ofEntry.get(entry.raw) ?? null);
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
      {capabilities.dates && lastChange !== null && (
        <Fact name="Changed">
          {dateInWords(dayOfMoment(lastChange.at))}
          <span className="quiet">
            {' '}
            · {ageInWords(dayOfMoment(lastChange.at), today)} by {authorInWords(lastChange)}
          </span>
        </Fact>
      )}
      {(capabilities.confidence || entry.key !== null) && (
        <EditableDetail
          key={`key-${entry.id}`}
          name="Key"
          value={entry.key ?? ''}
          none="No key"
          mono
          writable={writable}
          onSave={(value) => save(entry, { key: value.trim() === '' ? null : value })}
        />
      )}
      {capabilities.dates && (
        <EditableDetail
          key={`source-${entry.id}`}
          name="From"
          value={entry.source ?? ''}
          shown={sourceInWords(entry.source, lastChange)}
          none="Not known"
          writable={writable}
          onSave={(source) => save(entry, { source })}
        />
      )}
      <Fact name={capabilities.sections ? 'Section' : 'Heading'}>
        {writable ? <SectionChoice entry={entry} /> : <SectionName entry={entry} />}
      </Fact>
      <Fact name="Costs">
        {amountInWords(tokensOf(entry.weight), name)}
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

/** @returns what went wrong; null once it is saved */
async function save(entry: EntryView, values: { key?: string | null; source?: string }): Promise<string | null> {
  const problem = await tryChange([{ op: 'edit', entry: refOf(entry), ...values }], true);
  return problem?.message ?? null;
}

/** The section, or the heading as written where it is none that Contexture knows. */
function SectionName({ entry }: Readonly<{ entry: EntryView }>) {
  const { category, section } = entry;
  return category === null && section !== '' ? <VisibleText text={section} /> : sectionLabels[category ?? 'unsorted'];
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
    ? `Leaves ${rankInWords(at + 1)}, once ${countInWords(room)} more ${unitInWords(tokens.measure, room)} are learned`
    : `Leaves ${rankInWords(at + 1)}, with the next archiving`;
}

function EntryActions({ entry }: Readonly<{ entry: EntryView }>) {
  return (
    <div className="wrap-close">
      <Button onClick={() => act('edit', [entry])}>Edit</Button>
      <Button onClick={() => act('pin', [entry])}>{entry.flags.pinned ? 'Unpin' : 'Pin'}</Button>
      <Button disabled={entry.category === null} onClick={() => act('archive', [entry])}>
        Archive
      </Button>
      <Button look="danger" className={styles['last'] ?? ''} onClick={() => act('delete', [entry])}>
        Delete
      </Button>
      <Button look="danger" className={styles['alone'] ?? ''} onClick={() => askToErase(entry.value)}>
        Erase everywhere…
      </Button>
    </div>
  );
}

function ConfidenceSteps({ entry, writable }: Readonly<{ entry: EntryView; writable: boolean }>) {
  return (
    <div className="row wrap">
      <p className={styles['sureWords']}>
        <ConfidenceMark confidence={entry.confidence} />
        {categoryNames[entry.category ?? 'unsorted']}, {confidenceNames[entry.confidence].toLowerCase()}
      </p>
      {writable && (
        <>
          <Button disabled={entry.confidence === 'certain'} onClick={() => act('confirm', [entry])}>
            Confirm <ArrowUp aria-hidden />
          </Button>
          <Button disabled={entry.confidence === 'tentative'} onClick={() => act('demote', [entry])}>
            Less sure <ArrowDown aria-hidden />
          </Button>
        </>
      )}
    </div>
  );
}

type Draft = { readonly entry: EntryView; readonly section: CategoryOrUnsorted };

/** Keys pass through sections on their way to the one that is meant; resting this long on one means it. */
const restFor = 700;

/** Moves an entry to another section. Nothing can be moved out of all sections. */
function SectionChoice({ entry }: Readonly<{ entry: EntryView }>) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const byPointer = useRef(false);
  const now: CategoryOrUnsorted = entry.category ?? 'unsorted';
  const choices: readonly CategoryOrUnsorted[] = entry.category === null ? ['unsorted', ...categories] : categories;
  useEffect(() => {
    if (draft === null) {
      return;
    }
    const timer = setTimeout(() => {
      setDraft(null);
      move(draft);
    }, restFor);
    return () => clearTimeout(timer);
  }, [draft]);
  const settle = (): void => {
    if (draft !== null) {
      setDraft(null);
      move(draft);
    }
  };
  return (
    <Select
      aria-label="Section"
      value={draft?.entry.id === entry.id ? draft.section : now}
      options={choices.map((one) => ({ value: one, label: sectionLabels[one] }))}
      onPointerDown={() => {
        byPointer.current = true;
      }}
      onKeyDown={(event) => {
        byPointer.current = false;
        if (event.key === 'Enter') {
          settle();
        }
      }}
      onBlur={settle}
      onChange={(section) => {
        if (byPointer.current) {
          move({ entry, section });
        } else {
          setDraft({ entry, section });
        }
      }}
    />
  );
}

function move({ entry, section }: Draft): void {
  const category = categorySchema.safeParse(section);
  if (category.success && category.data !== entry.category) {
    void change([{ op: 'move', entry: refOf(entry), category: category.data }]);
  }
}
