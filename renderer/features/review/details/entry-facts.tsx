import type { Result } from '#shared/contract/contract.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { TopicView } from '#shared/contract/features/topics.ts';
import { roomBefore, roomIn } from '#shared/entries/archive-plan.ts';
import { refOf } from '#shared/entries/entry.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { hintFor } from '#shared/twins/hints.ts';
import { useAsked } from '../../../api/answers.ts';
import { call } from '../../../api/connection.ts';
import { type ReadyContext, useMeasure } from '../../../api/context-store.ts';
import { useWaterline } from '../../../entries/measure/waterline.ts';
import { showAbout } from '../../../jumps.ts';
import { Button } from '../../../ui/button.tsx';
import { FactList, type FactRecord } from '../../../ui/details.tsx';
import { rankInWords } from '../../../wording/counts.ts';
import { ageInWords, dateInWords, dayOfMoment } from '../../../wording/dates.ts';
import { aboutKindNames, sectionLabels, sourceInWords } from '../../../wording/names.ts';
import { authorInWords } from '../../../wording/writers.ts';
import { act } from '../actions.ts';
import { tryChange } from '../changes.ts';
import { EarlierText } from '../earlier-text.tsx';
import { headingsIn } from '../own-headings.ts';
import { topicFacts } from '../topics/topic-details.tsx';
import { useTopicOf } from '../topics/topics-store.ts';
import { LearnedIn } from './learned-in.tsx';
import { HeadingChoice, SectionChoice } from './place-choice.tsx';

type EntryFactsProps = Readonly<{ entry: EntryView; context: ReadyContext; writable: boolean }>;

export function EntryFacts({ entry, context, writable }: EntryFactsProps) {
  const { today, capabilities } = context.summary;
  const { dates, sections, headings, archive } = capabilities;
  const { tokensOf, name } = useMeasure();
  const last = useLastChange(context, entry);
  const { earlier, date, source, weight } = entry;
  const topic = useTopicOf(entry);
  const hint = hintFor(entry);
  return (
    <FactList
      facts={[
        { label: 'May not last', value: hint && `This ${hint.reason}` },
        {
          label: 'Before',
          value: entry.mark !== null && earlier && <EarlierText entry={entry} earlier={earlier} writable={writable} />,
        },
        { label: 'Learned', value: dates && dateInWords(date), aside: date && ageInWords(date, today) },
        dates ? last.change && { label: 'Changed', ...changeInWords(last.change, today) } : written(last, today, topic),
        {
          label: 'Source',
          id: entry.id,
          value: source && sourceInWords(source, last.change),
          none: dates ? 'Unknown' : undefined,
          edit: dates && writable && { value: source ?? '', save: (to) => saveEntry(entry, { source: to }) },
        },
        { label: 'Learned in', value: <LearnedIn workspace={context.workspace} entry={entry} /> },
        {
          label: 'Section',
          value: sections && (writable ? <SectionChoice entry={entry} /> : sectionInWords(entry)),
        },
        headings && {
          label: 'Heading',
          value: writable
            ? (entry.section !== '' || headingsIn(context).length > 0) && (
                <HeadingChoice entry={entry} context={context} />
              )
            : entry.section !== '' && entry.section,
        },
        aboutFact(entry, topic, writable),
        ...(topic ? topicFacts(context.workspace, topic, today, writable) : []),
        { label: 'Size', value: weight === 0 ? recalledByName : amountInWords(tokensOf(weight), name) },
        { label: 'Archiving', value: sections && archive && <HowLong entry={entry} context={context} /> },
      ]}
    />
  );
}

/** @returns the problem; null on success */
export async function saveEntry(entry: EntryView, values: { key?: string | null; source?: string }) {
  const problem = await tryChange([{ op: 'edit', entry: refOf(entry), ...values }], true);
  return problem?.message ?? null;
}

type LastChange = Result<'history.lastChange'>;

const unknown: LastChange = { change: null, begins: null };

/** Time and writer of an entry's last change; null until that is loaded, and if it is unknown. */
function useLastChange({ workspace, summary }: ReadyContext, entry: EntryView): LastChange {
  const of = `${workspace} ${summary.version} ${entry.id} ${entry.raw}`;
  const { answer } = useAsked(of, async (options) => ({
    of,
    ...(await call('history.lastChange', { workspace, entry: refOf(entry) }, options)),
  }));
  return answer?.of === of ? answer : unknown;
}

function changeInWords(change: NonNullable<LastChange['change']>, today: string) {
  const day = dayOfMoment(change.at);
  return { value: dateInWords(day), aside: `${ageInWords(day, today)} by ${authorInWords(change)}` };
}

/** Time and writer of the text, if no entry says it itself; at least since when it is known. */
function written({ change, begins }: LastChange, today: string, topic: TopicView | undefined): FactRecord | null {
  if (change !== null) {
    return { label: 'Written', ...changeInWords(change, today) };
  }
  // A topic has its own date of change: that it was there before adds nothing.
  const isKnown = begins !== null && topic === undefined;
  return isKnown ? { label: 'Written', value: `Before ${dateInWords(dayOfMoment(begins))}` } : null;
}

/** The section, or the heading as written if Contexture doesn't know it. */
const sectionInWords = ({ category, section }: EntryView): string =>
  category === null && section !== '' ? section : sectionLabels[category ?? 'unsorted'];

const recalledByName = 'Nothing of the budget: it is recalled by name';

/** Subject of the entry; the person, if there is no other subject and no topic of another type. */
function aboutFact(entry: EntryView, topic: TopicView | undefined, writable: boolean): FactRecord | false {
  const { about } = entry.flags;
  return (
    (about !== null || writable) && {
      label: 'About',
      value: about?.name,
      aside: about && aboutKindNames[about.kind],
      none: topic === undefined || topic.type === 'user' ? 'You' : 'Not set',
      actions: (
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
      ),
    }
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
