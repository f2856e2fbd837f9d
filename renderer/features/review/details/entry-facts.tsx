import type { EntryView } from '#shared/contract/features/memory.ts';
import { roomBefore, roomIn } from '#shared/entries/archive-plan.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { hintFor } from '#shared/twins/hints.ts';
import { type ReadyContext, useMeasure } from '../../../api/context-store.ts';
import styles from '../../../entries/details.module.css';
import { Fact } from '../../../entries/inspector.tsx';
import { useWaterline } from '../../../entries/measure/waterline.ts';
import { showAbout } from '../../../jumps.ts';
import { Button } from '../../../ui/button.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { rankInWords } from '../../../wording/counts.ts';
import { ageInWords, dateInWords, dayOfMoment } from '../../../wording/dates.ts';
import { aboutKindNames, sectionLabels, sourceInWords } from '../../../wording/names.ts';
import { authorInWords } from '../../../wording/writers.ts';
import { act } from '../actions.ts';
import { EarlierText } from '../earlier-text.tsx';
import { headingsIn } from '../own-headings.ts';
import { TopicFacts } from '../topics/topic-details.tsx';
import { useTopicOf } from '../topics/topics-store.ts';
import { EditableDetail } from './editable-detail.tsx';
import { type LastChange, useLastChange } from './last-change.ts';
import { LearnedIn } from './learned-in.tsx';
import { HeadingChoice, SectionChoice } from './place-choice.tsx';
import { saveEntry } from './save-entry.ts';

type EntryFactsProps = Readonly<{ entry: EntryView; context: ReadyContext; writable: boolean }>;

/** Facts about an entry, most of which can be changed in place. */
export function EntryFacts({ entry, context, writable }: EntryFactsProps) {
  const { today, capabilities } = context.summary;
  const { tokensOf, name } = useMeasure();
  const { change: lastChange, begins } = useLastChange(context, entry);
  const topic = useTopicOf(entry);
  const hint = hintFor(entry);
  return (
    <dl className={styles['facts']}>
      {hint && <Fact name="May not last">This {hint.reason}</Fact>}
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
      {/* A topic has its own date of change: that it was there before adds nothing. */}
      {!capabilities.dates && (lastChange !== null || (begins !== null && topic === undefined)) && (
        <Fact name="Written">
          <WrittenWords change={lastChange} begins={begins} today={today} />
        </Fact>
      )}
      {capabilities.dates && (
        <EditableDetail
          key={`source-${entry.id}`}
          name="Source"
          value={entry.source ?? ''}
          shown={sourceInWords(entry.source, lastChange)}
          none="Unknown"
          writable={writable}
          onSave={(source) => saveEntry(entry, { source })}
        />
      )}
      {!capabilities.dates && entry.source !== null && (
        <Fact name="Source">{sourceInWords(entry.source, lastChange)}</Fact>
      )}
      <LearnedIn workspace={context.workspace} entry={entry} />
      {capabilities.sections && (
        <Fact name="Section">{writable ? <SectionChoice entry={entry} /> : <SectionName entry={entry} />}</Fact>
      )}
      {capabilities.headings && (entry.section !== '' || (writable && headingsIn(context).length > 0)) && (
        <Fact name="Heading">
          {writable ? <HeadingChoice entry={entry} context={context} /> : <VisibleText text={entry.section} />}
        </Fact>
      )}
      {(entry.flags.about !== null || writable) && (
        <Fact name="About">
          <AboutWords entry={entry} writable={writable} />
        </Fact>
      )}
      {topic && <TopicFacts workspace={context.workspace} topic={topic} today={today} writable={writable} />}
      <Fact name="Size">{entry.weight === 0 ? recalledByName : amountInWords(tokensOf(entry.weight), name)}</Fact>
      {capabilities.sections && capabilities.archive && (
        <Fact name="Archiving">
          <HowLong entry={entry} context={context} />
        </Fact>
      )}
    </dl>
  );
}

/** The section, or the heading as written if Contexture doesn't know it. */
function SectionName({ entry }: Readonly<{ entry: EntryView }>) {
  const { category, section } = entry;
  return category === null && section !== '' ? <VisibleText text={section} /> : sectionLabels[category ?? 'unsorted'];
}

const recalledByName = 'Nothing of the budget: it is recalled by name';

/** Subject of the entry; the person, if there is no other subject and no topic of another type. */
function AboutWords({ entry, writable }: Readonly<{ entry: EntryView; writable: boolean }>) {
  const { about } = entry.flags;
  const topic = useTopicOf(entry);
  return (
    <span className={styles['editable']}>
      {about === null ? (
        <span className="quiet">{topic === undefined || topic.type === 'user' ? 'You' : 'Not set'}</span>
      ) : (
        <span>
          <VisibleText text={about.name} />
          <span className="quiet"> · {aboutKindNames[about.kind]}</span>
        </span>
      )}
      <span className="wrap-close">
        {about !== null && (
          <Button look="link" onClick={() => showAbout(about.name)}>
            Show all
          </Button>
        )}
        {writable && (
          <Button
            look="link"
            aria-label="Edit who or what it’s about"
            title="Set who or what it’s about (W)"
            onClick={() => act('about', [entry])}
          >
            Edit…
          </Button>
        )}
      </span>
    </span>
  );
}

/** Date the entry would leave by itself, if ever. */
function HowLong({ entry, context }: Pick<EntryFactsProps, 'entry' | 'context'>) {
  const { order } = useWaterline();
  const { today, tokens } = context.summary;
  const { pinned, until } = entry.flags;
  if (pinned) {
    return 'Pinned: never archived automatically';
  }
  if (until !== null && until >= today && entry.confidence !== 'certain') {
    return `Protected until ${dateInWords(until)}`;
  }
  if (entry.weight === 0) {
    return 'Recalled by name, and never archived automatically';
  }
  const at = order.findIndex((other) => other.id === entry.id);
  if (at < 0) {
    return 'Never archived automatically';
  }
  const room = roomBefore(order, at, roomIn(tokens));
  if (room <= 0) {
    return `Archived ${rankInWords(at + 1)}, with the next archiving`;
  }
  const amount = amountInWords(room, tokens.measure);
  return `Archived ${rankInWords(at + 1)} when the memory is full (${at === 0 ? `${amount} left` : `after ${amount} more`})`;
}

/** Time and writer of the text, if no entry says it itself; at least since when it is known. */
function WrittenWords({ change, begins, today }: LastChange & Readonly<{ today: string }>) {
  if (change === null) {
    return begins === null ? null : `Before ${dateInWords(dayOfMoment(begins))}`;
  }
  const day = dayOfMoment(change.at);
  return (
    <>
      {dateInWords(day)}
      <span className="quiet">
        {' '}
        · {ageInWords(day, today)} by {authorInWords(change)}
      </span>
    </>
  );
}
