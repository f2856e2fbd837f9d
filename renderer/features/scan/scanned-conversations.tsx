import { useEffect, useState } from 'react';
import type { FoundInMessages, ScannedConversation } from '#shared/contract/features/conversation-scan.ts';
import { whyFound } from '#shared/scan/why-found.ts';
import { findingName } from '#shared/scan/words.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { FindingAnswers } from '../../entries/findings/finding-answers.tsx';
import { FindingIcon } from '../../entries/findings/finding-icon.tsx';
import { showConversation } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import {
  markFindingFine,
  type ScanProgress,
  showScanned,
  startConversationScan,
  stopConversationScan,
  useConversationScan,
} from './conversation-scan.ts';
import styles from './scan-dialog.module.css';

export type ScannedProps = Readonly<{ workspace: string; writable: boolean; onClose: () => void }>;

const inMegabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);
const page = 50;

export function ScannedConversations(props: ScannedProps) {
  const { state, scan, problem } = useConversationScan(props.workspace);
  useEffect(showScanned, []);
  const { found, looked, problems } = scan;
  return (
    <section className="stack-2 above-4" aria-label="Conversations">
      <h3>Conversations</h3>
      {state === 'looking' ? (
        <ProgressLine
          label="Checking conversations, MB"
          progress={looked.total === 0 ? null : { done: inMegabytes(looked.done), total: inMegabytes(looked.total) }}
          onCancel={stopConversationScan}
        />
      ) : (
        <div className="wrap-close">
          <span className="quiet" role="status">
            {progressInWords(state, scan, problem?.message)}
          </span>
          <Button onClick={() => void startConversationScan(props.workspace)}>
            {state === 'not asked' ? 'Check conversations' : 'Check again'}
          </Button>
        </div>
      )}
      <Found {...props} conversations={found} />
      {problems.length > 0 && (
        <Disclosure
          className="above-3"
          summary={<>{counted(problems.length, 'thing was', 'things were')} not looked at</>}
        >
          <ul className="ruled" aria-label="Not looked at">
            {problems.map((one) => (
              <li key={one} className="detail">
                <VisibleText text={one} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  );
}

function progressInWords(state: ScanProgress['state'], { found, looked }: ScanProgress['scan'], problem?: string) {
  const megabytes = `${countInWords(inMegabytes(looked.done))} MB`;
  if (state === 'not asked') {
    return 'Conversations are only checked when you ask.';
  }
  if (state === 'stopped') {
    return problem ?? `Stopped after the latest ${megabytes}.`;
  }
  return found.every(({ findings }) => findings.length === 0)
    ? `Nothing was found in ${megabytes}.`
    : `Checked ${megabytes}.`;
}

type FoundProps = ScannedProps & Readonly<{ conversations: readonly ScannedConversation[] }>;

function Found({ conversations, ...props }: FoundProps) {
  const [most, setMost] = useState(page);
  const all = conversations.flatMap(({ conversation, findings }) =>
    findings.map((finding) => ({ conversation, finding })),
  );
  const open = all.filter(({ finding }) => !finding.fine);
  const fine = all.filter(({ finding }) => finding.fine);
  return (
    <>
      <FoundList {...props} name="In conversations" items={open.slice(0, most)} />
      {open.length > most && (
        <Button look="link" onClick={() => setMost(most + page)}>
          Show {counted(Math.min(page, open.length - most), 'more', 'more')}
        </Button>
      )}
      {fine.length > 0 && (
        <Disclosure
          className="above-3"
          summary={<>{counted(fine.length, 'finding is', 'findings are')} fine, as you said</>}
        >
          <FoundList {...props} name="In conversations, fine" items={fine.slice(0, most)} />
        </Disclosure>
      )}
    </>
  );
}

type FoundOne = Readonly<{ conversation: ScannedConversation['conversation']; finding: FoundInMessages }>;

type FoundListProps = ScannedProps & Readonly<{ name: string; items: readonly FoundOne[] }>;

function FoundList({ name, items, ...props }: FoundListProps) {
  return (
    items.length > 0 && (
      <ul className="ruled" aria-label={name}>
        {items.map((one) => (
          <FoundItem key={`${one.conversation.id} ${one.finding.id}`} {...props} {...one} />
        ))}
      </ul>
    )
  );
}

function FoundItem({ workspace, writable, onClose, conversation, finding }: ScannedProps & FoundOne) {
  const show = (): void => {
    onClose();
    // Wait until the dialog is gone, which gives the focus back.
    setTimeout(() => showConversation(conversation, finding.at), 50);
  };
  return (
    <li className="stack-2">
      <div className={styles['head']}>
        <FindingIcon kind={finding.kind} />
        <strong className={styles['name']}>{findingName(finding)}</strong>
        <Button look="link" onClick={show}>
          <VisibleText text={nameOfConversation(conversation)} />
        </Button>
        <span className="detail">
          {conversation.assistant}
          {finding.count > 1 && `, ${countInWords(finding.count)} times`}
        </span>
      </div>
      <p className="code-text breaks" dir="auto">
        <VisibleText text={finding.shown.trim()} />
      </p>
      <p className="detail">{whyFound(finding, 'conversation')}</p>
      <FindingAnswers
        workspace={workspace}
        finding={{ ...finding, entry: null, mended: null }}
        writable={writable}
        onAnswer={() => markFindingFine(finding.id, !finding.fine)}
        onLeave={onClose}
      />
    </li>
  );
}
