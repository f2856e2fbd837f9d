import { ArrowDown, BadgeCheck, Check, EyeOff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Capabilities } from '#shared/contract/capabilities.ts';
import type { StoryStep } from '#shared/contract/features/history.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { roomBefore, roomIn } from '#shared/entries/archive-plan.ts';
import { refOf } from '#shared/entries/entry.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { hintFor } from '#shared/twins/hints.ts';
import { neverRead } from '#shared/wording/loaded.ts';
import { useApp } from '../../../api/app-store.ts';
import { loadPart } from '../../../api/connection.ts';
import { isAsLastRead, type ReadyContext, useMeasure } from '../../../api/context-store.ts';
import styles from '../../../entries/details.module.css';
import { EntryHeading } from '../../../entries/entry-text.tsx';
import { EntryFindings } from '../../../entries/findings/entry-findings.tsx';
import { useFindingsIn, withoutSecrets } from '../../../entries/findings/findings.ts';
import { MaskedNote } from '../../../entries/findings/masked-note.tsx';
import { Fact } from '../../../entries/inspector.tsx';
import { useRealCounts } from '../../../entries/measure/real-counts.ts';
import { useWaterline } from '../../../entries/measure/waterline.ts';
import { askToErase, askToTransfer, showAbout, showInEditor } from '../../../jumps.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfidenceMark } from '../../../ui/confidence-mark.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { countInWords, rankInWords } from '../../../wording/counts.ts';
import { ageInWords, dateInWords, dayOfMoment } from '../../../wording/dates.ts';
import {
  aboutKindNames,
  categoryNames,
  confidenceNames,
  sectionLabels,
  sourceInWords,
} from '../../../wording/names.ts';
import { authorInWords } from '../../../wording/writers.ts';
import { act } from '../actions.ts';
import { tryChange } from '../changes.ts';
import { EarlierText } from '../earlier-text.tsx';
import { headingsIn } from '../own-headings.ts';
import { useReview } from '../review-store.ts';
import { LineAgainstText, TopicFacts, TopicFile, TopicText } from '../topics/topic-details.tsx';
import { useTopicOf } from '../topics/topics-store.ts';
import { EditableDetail } from './editable-detail.tsx';
import { type LastChange, useLastChange } from './last-change.ts';
import { LearnedIn } from './learned-in.tsx';
import { HeadingChoice, SectionChoice } from './place-choice.tsx';

type EntryDetailsProps = Readonly<{ entry: EntryView; context: ReadyContext }>;

export function EntryDetails({ entry, context }: EntryDetailsProps) {
  const mayWrite = useApp(({ stage }) => stage.kind === 'open' && stage.workspace.writable);
  const writable = mayWrite && context.summary.writable && !isAsLastRead(context.summary);
  const { loaded } = context.summary;
  const topic = useTopicOf(entry);
  const chosen = useReview(({ selection }) => selection.chosen);
  const isMeantAlone = chosen.size === 0 || (chosen.size === 1 && chosen.has(entry.id));
  const isUnread = loaded !== null && context.entries.indexOf(entry) >= loaded.entries;
  return (
    <article className={styles['details']} aria-label="Details">
      <Heading key={`heading-${entry.id}`} entry={entry} />
      {entry.topic !== undefined && (
        <TopicText workspace={context.workspace} entry={entry} topic={topic} writable={writable} />
      )}
      <LineAgainstText entry={entry} />
      {context.summary.capabilities.confidence ? (
        <ConfidenceSteps entry={entry} writable={writable && isMeantAlone} />
      ) : (
        <Confirmed entry={entry} writable={writable && isMeantAlone} />
      )}
      <EntryFindings workspace={context.workspace} entry={entry} writable={writable} />
      <MaskedNote workspace={context.workspace} entry={entry} writable={writable} />
      <Facts entry={entry} context={context} writable={writable} />
      {isUnread && (
        <p className={styles['neverRead']}>
          <EyeOff aria-hidden />
          <span>{neverRead(context.summary.capabilities)}</span>
          {writable && isMeantAlone && <Button onClick={() => act('raise', [entry])}>Move up…</Button>}
        </p>
      )}
      {writable && isMeantAlone && <EntryActions entry={entry} capabilities={context.summary.capabilities} />}
      {writable && !isMeantAlone && (
        <p className="quiet">Another entry is selected: the buttons below the list are for that one.</p>
      )}
      <Story key={entry.id} workspace={context.workspace} entry={entry} writable={writable} />
      <InTheFile entry={entry} context={context} writable={writable} />
    </article>
  );
}

/** What it is about and says, a secret in it only once it is asked for. */
function Heading({ entry }: Pick<EntryDetailsProps, 'entry'>) {
  const [isWhole, setWhole] = useState(false);
  const safe = withoutSecrets(entry, useFindingsIn(entry));
  return (
    <>
      <EntryHeading entry={isWhole ? entry : safe} />
      {safe !== entry && (
        <div>
          <Button look="link" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Hide the secret' : 'Show the secret'}
          </Button>
        </div>
      )}
    </>
  );
}

function Facts({ entry, context, writable }: EntryDetailsProps & Readonly<{ writable: boolean }>) {
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
      {/* A topic says itself when it was changed: that it was there before adds nothing. */}
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
          onSave={(source) => save(entry, { source })}
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

const EntryStory = lazy(() =>
  loadPart(() => import('../../../entries/entry-story.tsx')).then((part) => ({ default: part.EntryStory })),
);

type StoryProps = Readonly<{ workspace: string; entry: EntryView; writable: boolean }>;

/** Read once somebody asks for it. */
function Story({ workspace, entry, writable }: StoryProps) {
  const restore = async ({ entry: { key, value } }: StoryStep): Promise<void> => {
    const renamed = key === entry.key ? {} : { key };
    const wrong = await tryChange([{ op: 'edit', entry: refOf(entry), value, ...renamed }], true);
    if (wrong) {
      throw new Error(wrong.message);
    }
  };
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure className={styles['raw']} onToggle={(event) => setOpen(event.currentTarget.open)} summary="Its story">
      {isOpen && (
        <Suspense fallback={null}>
          <EntryStory workspace={workspace} entry={entry} restore={writable ? restore : null} />
        </Suspense>
      )}
    </Disclosure>
  );
}

type InTheFileProps = EntryDetailsProps & Readonly<{ writable: boolean }>;

/** What only those want to know who care how it is written down. */
function InTheFile({ entry, context, writable }: InTheFileProps) {
  const { capabilities } = context.summary;
  const topic = useTopicOf(entry);
  const counted = useRealCounts(({ ofEntry }) => ofEntry.get(entry.raw) ?? null);
  return (
    <Disclosure className={styles['raw']} summary="In the file">
      {(entry.topic !== undefined || capabilities.confidence || entry.key !== null) && (
        <dl className={styles['facts']}>
          <EditableDetail
            key={`key-${entry.id}`}
            {...(entry.topic === undefined ? { name: 'Key', none: 'No key' } : { name: 'Title', none: 'No title' })}
            value={entry.key ?? ''}
            mono={entry.topic === undefined}
            writable={writable}
            onSave={(value) => save(entry, { key: value.trim() === '' ? null : value })}
          />
        </dl>
      )}
      {topic && <TopicFile workspace={context.workspace} topic={topic} writable={writable} />}
      <pre dir="auto">
        <VisibleText text={entry.raw} />
      </pre>
      {counted !== null && (
        <p className="detail">
          The size above is an estimate; the tokenizer of GPT models counts {countInWords(counted)}.
        </p>
      )}
      <Button look="link" onClick={() => showInEditor(refOf(entry))}>
        Show it in the editor
      </Button>
    </Disclosure>
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

const recalledByName = 'Nothing of the budget: it is recalled by name';

/** Who or what it is about; the person, where nothing else is said and no topic of another type says it. */
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

/** Whether and when the entry would leave by itself. */
function HowLong({ entry, context }: EntryDetailsProps) {
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

/** When the words were written and by whom, where no entry says it itself; since when they are known at least. */
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

function EntryActions({ entry, capabilities }: Readonly<{ entry: EntryView; capabilities: Capabilities }>) {
  const { pinned } = entry.flags;
  return (
    <div className={styles['actions']}>
      <Button onClick={() => act('edit', [entry])}>{entry.topic === undefined ? 'Edit' : 'Edit summary'}</Button>
      <Button onClick={() => act('pin', [entry])}>{pinned ? 'Unpin' : 'Pin'}</Button>
      <Button
        disabled={!capabilities.archive}
        title="Your assistant will no longer see it; you can bring it back from the archive"
        onClick={() => act('archive', [entry])}
      >
        Archive
      </Button>
      <Button
        look="danger"
        className={styles['last'] ?? ''}
        title="Takes it out of the memory; the history keeps it"
        onClick={() => act('delete', [entry])}
      >
        Delete
      </Button>
      <span className={styles['elsewhere']}>
        To another memory:
        <Button look="link" aria-label="Move to another memory…" onClick={() => askToTransfer('move', [entry])}>
          Move…
        </Button>
        <Button look="link" aria-label="Copy to another memory…" onClick={() => askToTransfer('copy', [entry])}>
          Copy…
        </Button>
      </span>
      <Button
        look="danger"
        className={styles['alone'] ?? ''}
        title="Takes it out of the memory, the archive and the history, for good"
        onClick={() => askToErase(entry.value)}
      >
        Erase everywhere…
      </Button>
      <span className={styles['aside']}>Deleting leaves it in the history, erasing leaves it nowhere.</span>
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
            <Check aria-hidden /> Confirm
          </Button>
          <Button disabled={entry.confidence === 'tentative'} onClick={() => act('demote', [entry])}>
            <ArrowDown aria-hidden /> Less sure
          </Button>
        </>
      )}
    </div>
  );
}

/** Where nothing says how sure an entry is, the person can say that it is right. */
function Confirmed({ entry, writable }: Readonly<{ entry: EntryView; writable: boolean }>) {
  const { confirmed } = entry.flags;
  const confirm = (): void => act('confirm', [entry]);
  if (confirmed) {
    return (
      <p className="row">
        <BadgeCheck aria-hidden /> Confirmed by you
        {writable && (
          <Button look="link" title="No longer say so (C)" onClick={confirm}>
            Unconfirm
          </Button>
        )}
      </p>
    );
  }
  return (
    writable && (
      <div className="row">
        <Button title="Say that it is right (C)" onClick={confirm}>
          <Check aria-hidden /> Confirm
        </Button>
      </div>
    )
  );
}
