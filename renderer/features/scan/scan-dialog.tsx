import { useRef, useState } from 'react';
import type { FoundInFile } from '#shared/contract/features/scan.ts';
import { type EntryRef, sameRef } from '#shared/entries/entry.ts';
import { findingKinds } from '#shared/scan/finding.ts';
import { whyFound } from '#shared/scan/why-found.ts';
import { findingName } from '#shared/scan/words.ts';
import { readyContext } from '../../api/context-store.ts';
import { FindingAnswers } from '../../entries/findings/finding-answers.tsx';
import { FindingIcon } from '../../entries/findings/finding-icon.tsx';
import { useFindings } from '../../entries/findings/findings.ts';
import { showInReview } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import styles from './scan-dialog.module.css';
import { findingPlace } from './scan-words.ts';
import { ScannedConversations, type ScannedProps } from './scanned-conversations.tsx';

/** Drawn at a time: each has its buttons. */
const page = 100;

export function ScanDialog({ workspace, writable, onClose }: ScannedProps) {
  const { findings, problem } = useFindings();
  // The most pressing first.
  const open = findingKinds.flatMap((kind) => findings.filter((each) => each.kind === kind && !each.fine));
  const fine = findings.filter((each) => each.fine);
  const all = useRef<HTMLDivElement>(null);
  // An answered finding leaves the list, and the focus would leave with it.
  const listProps = { workspace, writable, onClose, onAnswer: () => all.current?.focus() };
  return (
    <Dialog
      wide
      title="Worth a look"
      description="Found on this computer, in this memory, its archive, the files read before it and agent data. Nothing was sent anywhere."
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div ref={all} tabIndex={-1} className="no-outline">
        {problem !== null && <p className="warns below-3">{problem}</p>}
        {open.length === 0 ? (
          <p role="status">Nothing is left to look at.</p>
        ) : (
          <FindingList {...listProps} name="Found" findings={open} />
        )}
        {fine.length > 0 && (
          <Disclosure
            className="above-3"
            summary={<>{counted(fine.length, 'finding is', 'findings are')} fine, as you said</>}
          >
            <FindingList {...listProps} name="Fine" findings={fine} />
          </Disclosure>
        )}
        <ScannedConversations workspace={workspace} writable={writable} onClose={onClose} />
      </div>
    </Dialog>
  );
}

type FindingListProps = ScannedProps &
  Readonly<{ name: string; findings: readonly FoundInFile[]; onAnswer: () => void }>;

function FindingList({ workspace, writable, onClose, onAnswer, name, findings }: FindingListProps) {
  const [most, setMost] = useState(page);
  return (
    <>
      <ul className="ruled" aria-label={name}>
        {findings.slice(0, most).map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same text may be found in two places.
          <li key={`${finding.id} ${index}`} className="stack-2">
            <div className={styles['head']}>
              <FindingIcon kind={finding.kind} />
              <strong className={styles['name']}>{findingName(finding)}</strong>
              <Place finding={finding} onClose={onClose} />
            </div>
            <p className="code-text breaks" dir="auto">
              <VisibleText text={finding.shown.trim()} />
            </p>
            <p className="detail">{whyFound(finding)}</p>
            <FindingAnswers
              workspace={workspace}
              finding={finding}
              writable={writable}
              onAnswer={onAnswer}
              onLeave={onClose}
            />
          </li>
        ))}
      </ul>
      {findings.length > most && (
        <Button look="link" onClick={() => setMost(most + page)}>
          Show {counted(Math.min(page, findings.length - most), 'more', 'more')}
        </Button>
      )}
    </>
  );
}

function Place({ finding, onClose }: Readonly<{ finding: FoundInFile; onClose: () => void }>) {
  const { entry } = finding;
  const place = findingPlace(finding);
  return entry === null ? (
    <span className="detail">
      <VisibleText text={place} />
    </span>
  ) : (
    <Button
      look="link"
      onClick={() => {
        onClose();
        // Once the dialog is gone, which gives the focus back.
        setTimeout(() => show(entry), 50);
      }}
    >
      {place}
    </Button>
  );
}

function show(ref: EntryRef): void {
  const entry = readyContext()?.entries.find((each) => sameRef(each, ref));
  if (entry) {
    showInReview(entry.id);
  }
}
