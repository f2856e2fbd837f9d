import { ArrowDown, BadgeCheck, Check, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { Capabilities } from '#shared/contract/capabilities.ts';
import type { StoryStep } from '#shared/contract/features/history.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { neverRead } from '#shared/wording/loaded.ts';
import { useApp } from '../../../api/app-store.ts';
import { isAsLastRead, type ReadyContext } from '../../../api/context-store.ts';
import { EntryHeading } from '../../../entries/entry-text.tsx';
import { EntryFindings, MaskedNote } from '../../../entries/findings/entry-findings.tsx';
import { useFindingsIn, withoutSecrets } from '../../../entries/findings/findings.ts';
import { ItsStory } from '../../../entries/its-story.tsx';
import { useRealCounts } from '../../../entries/measure/real-counts.ts';
import { askToErase, askToTransfer, showInEditor } from '../../../jumps.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfidenceMark } from '../../../ui/confidence-mark.tsx';
import styles from '../../../ui/details.module.css';
import { Actions, Details, type FactRecord, InTheFile, RawText } from '../../../ui/details.tsx';
import { countInWords } from '../../../wording/counts.ts';
import { categoryNames, confidenceNames } from '../../../wording/names.ts';
import { act } from '../actions.ts';
import { makeChange } from '../changes.ts';
import { useReview } from '../review-store.ts';
import { LineAgainstText, TopicFileDetails, TopicText } from '../topics/topic-details.tsx';
import { useTopicOf } from '../topics/topics-store.ts';
import { EntryFacts, saveEntry } from './entry-facts.tsx';

type EntryDetailsProps = Readonly<{ entry: EntryView; context: ReadyContext }>;

export function EntryDetails({ entry, context }: EntryDetailsProps) {
  const mayWrite = useApp(({ stage }) => stage.kind === 'open' && stage.workspace.writable);
  const writable = mayWrite && context.summary.writable && !isAsLastRead(context.summary);
  const { loaded } = context.summary;
  const topic = useTopicOf(entry);
  const chosen = useReview((state) => state.selected);
  const isMeantAlone = chosen.size === 0 || (chosen.size === 1 && chosen.has(entry.id));
  const isUnread = loaded !== null && context.entries.indexOf(entry) >= loaded.entries;
  return (
    <Details title={null}>
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
      <EntryFacts entry={entry} context={context} writable={writable} />
      {isUnread && (
        <p className="row wrap warns">
          <EyeOff aria-hidden />
          <span>{neverRead(context.summary.capabilities)}</span>
          {writable && isMeantAlone && <Button onClick={() => act('raise', [entry])}>Move up…</Button>}
        </p>
      )}
      {writable && isMeantAlone && <EntryActions entry={entry} capabilities={context.summary.capabilities} />}
      {writable && !isMeantAlone && (
        <p className="quiet">Another entry is selected: the buttons below the list are for that one.</p>
      )}
      <ItsStory
        key={entry.id}
        workspace={context.workspace}
        entry={entry}
        restore={writable ? (step) => restoreText(entry, step) : null}
      />
      <EntryInFile entry={entry} context={context} writable={writable} />
    </Details>
  );
}

/** Subject and text, with secrets hidden until requested. */
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

/** Writes the text of an earlier version. @throws the reason it could not be written */
async function restoreText(entry: EntryView, { entry: { key, value } }: StoryStep): Promise<void> {
  const renamed = key === entry.key ? {} : { key };
  await makeChange([{ op: 'edit', entry: refOf(entry), value, ...renamed }], true);
}

type EntryInFileProps = EntryDetailsProps & Readonly<{ writable: boolean }>;

function EntryInFile({ entry, context, writable }: EntryInFileProps) {
  const { confidence } = context.summary.capabilities;
  const topic = useTopicOf(entry);
  const counted = useRealCounts(({ ofEntry }) => ofEntry.get(entry.raw) ?? null);
  const isKeyed = entry.topic === undefined;
  const save = (key: string) => saveEntry(entry, { key: key.trim() === '' ? null : key });
  const key: FactRecord = {
    ...(isKeyed ? { label: 'Key', none: 'No key', mono: true } : { label: 'Title', none: 'No title' }),
    id: entry.id,
    value: entry.key || null,
    edit: writable && { value: entry.key ?? '', save },
  };
  return (
    <InTheFile facts={!isKeyed || confidence || entry.key !== null ? [key] : []}>
      {topic && <TopicFileDetails workspace={context.workspace} topic={topic} writable={writable} />}
      <RawText text={entry.raw} />
      {counted !== null && (
        <p className="detail">
          The size above is an estimate; the tokenizer of GPT models counts {countInWords(counted)}.
        </p>
      )}
      <Button look="link" onClick={() => showInEditor(refOf(entry))}>
        Show it in the editor
      </Button>
    </InTheFile>
  );
}

function EntryActions({ entry, capabilities }: Readonly<{ entry: EntryView; capabilities: Capabilities }>) {
  return (
    <div className={styles['actions']}>
      <Actions
        actions={[
          { label: entry.topic === undefined ? 'Edit' : 'Edit summary', onClick: () => act('edit', [entry]) },
          { label: entry.flags.pinned ? 'Unpin' : 'Pin', onClick: () => act('pin', [entry]) },
          {
            label: 'Archive',
            disabled: !capabilities.archive,
            title: 'Your assistant will no longer see it; you can bring it back from the archive',
            onClick: () => act('archive', [entry]),
          },
          {
            label: 'Delete',
            look: 'danger',
            className: 'at-end',
            title: 'Takes it out of the memory; the history keeps it',
            onClick: () => act('delete', [entry]),
          },
        ]}
      />
      <span className="words whole-line detail">
        To another memory:
        <Actions
          actions={(['Move', 'Copy'] as const).map((name) => ({
            label: `${name}…`,
            look: 'link',
            'aria-label': `${name} to another memory…`,
            onClick: () => askToTransfer(name === 'Move' ? 'move' : 'copy', [entry]),
          }))}
        />
      </span>
      <Button
        look="danger"
        className={styles['alone'] ?? ''}
        title="Takes it out of the memory, the archive and the history, for good"
        onClick={() => askToErase(entry.value)}
      >
        Erase everywhere…
      </Button>
      <span className="whole-line detail">Deleting leaves it in the history, erasing leaves it nowhere.</span>
    </div>
  );
}

function ConfidenceSteps({ entry, writable }: Readonly<{ entry: EntryView; writable: boolean }>) {
  return (
    <div className="row wrap">
      <p className="words whole-line">
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
