import { whyFound } from '#shared/scan/why-found.ts';
import { findingName } from '#shared/scan/words.ts';
import { FindingAnswers } from '../../entries/findings/finding-answers.tsx';
import { useFindings } from '../../entries/findings/findings.ts';
import { showFindings } from '../../jumps.ts';
import { AttentionCard } from '../../ui/attention-card.tsx';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { findingPlace } from './scan-words.ts';

const capitalized = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Most secrets shown one by one; the full list has the others. */
const most = 3;

export function ScanAttention({ workspace, writable }: Readonly<{ workspace: string; writable: boolean }>) {
  const { findings, open } = useFindings();
  const secrets = findings.filter(({ kind, fine }) => kind === 'secret' && !fine).slice(0, most);
  const others = open - secrets.length;
  return (
    <>
      {secrets.map((finding, index) => (
        <AttentionCard
          // biome-ignore lint/suspicious/noArrayIndexKey: the same text may be found in two places.
          key={`${finding.id} ${index}`}
          title={capitalized(findingName(finding))}
          where={findingPlace(finding)}
          actions={<FindingAnswers workspace={workspace} finding={finding} writable={writable} />}
        >
          <p className="as-written" dir="auto">
            <VisibleText text={finding.shown.trim()} />
          </p>
          <p className="detail">{whyFound(finding)}</p>
        </AttentionCard>
      ))}
      {others > 0 && (
        <AttentionCard
          title={`${counted(others, 'more thing is', 'more things are')} worth a look`}
          actions={<Button onClick={() => showFindings()}>Look through {others === 1 ? 'it' : 'them'}</Button>}
        >
          <p className="detail">Secrets, characters that can’t be seen, and lines that read like instructions.</p>
        </AttentionCard>
      )}
    </>
  );
}
