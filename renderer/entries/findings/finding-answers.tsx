import type { FoundInFile } from '#shared/contract/features/scan.ts';
import { askToErase } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { removeFinding, settleFinding } from './findings.ts';

type FindingAnswersProps = Readonly<{
  workspace: string;
  finding: Pick<FoundInFile, 'id' | 'kind' | 'text' | 'fine' | 'entry' | 'mended'>;
  writable: boolean;
  /** True if the whole entry can be erased beside it. */
  inDetails?: boolean;
  /** Called before it is hidden, or when another dialog opens. */
  onAnswer?: () => void;
  onLeave?: () => void;
}>;

export function FindingAnswers({ workspace, finding, writable, inDetails, onAnswer, onLeave }: FindingAnswersProps) {
  const { kind, text, mended, fine } = finding;
  const answered = (answer: () => void) => (): void => {
    onAnswer?.();
    answer();
  };
  if (fine) {
    return (
      <div className="row wrap">
        <span className="detail">You said it is fine.</span>
        <Button look="link" onClick={answered(() => settleFinding(workspace, finding, false))}>
          Take that back
        </Button>
      </div>
    );
  }
  return (
    <div className="wrap-close">
      {writable && mended !== null && (
        <Button onClick={answered(() => removeFinding(workspace, finding))}>
          {kind === 'secret' ? 'Mask' : 'Remove the characters'}
        </Button>
      )}
      <Button onClick={answered(() => settleFinding(workspace, finding, true))}>It’s fine</Button>
      {writable && !(inDetails && kind !== 'secret') && (
        <Button
          look="danger"
          onClick={() => {
            onLeave?.();
            askToErase(text);
          }}
        >
          {inDetails ? 'Erase the secret…' : 'Erase everywhere…'}
        </Button>
      )}
    </div>
  );
}
