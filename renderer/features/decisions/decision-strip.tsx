import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Decision, HeldDecision, Loss, LossesDecision, LostText } from '#shared/contract/features/decisions.ts';
import { useCapabilities } from '../../api/context-store.ts';
import { go } from '../../api/navigation.ts';
import { useCalm } from '../../entries/calm.ts';
import { EntryText } from '../../entries/entry-text.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ClampedText } from '../../ui/clamped-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextVersions } from '../../ui/text-versions.tsx';
import { SubjectText, ValueText } from '../../ui/visible-text.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import { timeInWords } from '../../wording/dates.ts';
import { confidenceNames, cutToCharacters, entryName, sectionLabels } from '../../wording/names.ts';
import styles from './decision-strip.module.css';
import { decisionTitle, fateInWords, partInWords } from './decision-words.ts';
import { settleDecision, showDecision, useDecisions } from './decisions-store.ts';

export type DecisionStripProps = Readonly<{
  workspace: string;
  writable: boolean;
  /** True if the view concerns something else, so that a line with a link is enough. */
  brief: boolean;
}>;

/** Decisions that wait for the person, one at a time, above any view. They can be left, and folded to a title. */
export function DecisionStrip({ workspace, writable, brief }: DecisionStripProps) {
  const { decisions, total, shown, folded } = useDecisions();
  // Folded during a review of what is new, which is enough to look at.
  const isOpen = useCalm(({ calm }) => !calm) && !folded;
  const at = Math.max(
    0,
    decisions.findIndex(({ id }) => id === shown),
  );
  const decision = decisions[at];
  if (!decision) {
    return null;
  }
  if (brief) {
    return (
      <Brief title={total > 1 ? `${countInWords(total)} things wait for your decision` : decisionTitle(decision)} />
    );
  }
  const answers = writable && <Answers workspace={workspace} decision={decision} />;
  return (
    <section className={styles['strip']} aria-label="For you to decide" data-work="decisions">
      <div className="beside">
        <IconButton
          name={isOpen ? 'Fold' : 'Unfold'}
          aria-expanded={isOpen}
          onClick={() => {
            useCalm.setState({ calm: false });
            useDecisions.setState({ folded: isOpen });
          }}
        >
          {isOpen ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
        </IconButton>
        <div className={styles['what']}>
          <h2>{decisionTitle(decision)}</h2> <span className="detail one-line">{timeInWords(decision.at)}</span>
        </div>
        {total > 1 && (
          <span className="count with-icon keeps-width">
            <IconButton name="Previous decision" onClick={() => showDecision(-1)}>
              <ChevronLeft aria-hidden />
            </IconButton>
            {countInWords(at + 1)} of {countInWords(total)}
            <IconButton name="Next decision" onClick={() => showDecision(1)}>
              <ChevronRight aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      {isOpen &&
        (decision.kind === 'held' ? (
          <div className={styles['one']}>
            <HeldTexts key={decision.id} decision={decision} />
            {answers}
          </div>
        ) : (
          <LossList key={decision.id} workspace={workspace} decision={decision} writable={writable} answers={answers} />
        ))}
    </section>
  );
}

function Brief({ title }: Readonly<{ title: string }>) {
  return (
    <section
      className={classNames(styles['strip'], styles['brief'])}
      aria-label="For you to decide"
      data-work="decisions"
    >
      {/* No heading: the focus goes to that of the view. */}
      <p>{title}.</p>
      <Button
        look="link"
        onClick={() => {
          useDecisions.setState({ folded: false });
          go('review');
        }}
      >
        Look
      </Button>
    </section>
  );
}

function Answers({ workspace, decision }: Readonly<{ workspace: string; decision: Decision }>) {
  const answer = (choice: Parameters<typeof settleDecision>[2]) => (): void =>
    void settleDecision(workspace, decision.id, choice);
  return (
    <div className="answers" data-choice>
      {decision.kind === 'held' ? (
        <>
          <Button onClick={answer('take')}>Take theirs</Button>
          <Button onClick={answer('keep_both')}>Keep both</Button>
          <Button look="primary" onClick={answer('keep')}>
            Keep mine
          </Button>
        </>
      ) : (
        <>
          <Button onClick={answer('leave')}>{countOf(decision) === 1 ? 'Accept' : 'Accept all'}</Button>
          <Button look="primary" onClick={answer('put_back')}>
            {restoreInWords(decision)}
          </Button>
        </>
      )}
    </div>
  );
}

function HeldTexts({ decision }: Readonly<{ decision: HeldDecision }>) {
  const { theirs, yours } = decision;
  const { sections = true, confidence = true } = useCapabilities() ?? {};
  return (
    <div className={classNames('stack-1', styles['texts'])}>
      <p className="detail breaks">
        <strong>
          <SubjectText text={theirs.key} said={theirs.value} />
        </strong>
        {sections && ` in ${sectionLabels[theirs.category]}`}
        {confidence &&
          `. Theirs is ${confidenceNames[theirs.confidence].toLowerCase()}, yours ${confidenceNames[yours.confidence].toLowerCase()}.`}
      </p>
      <TextVersions
        lines={3}
        versions={[
          { name: 'Theirs', text: theirs.value },
          { name: 'Yours', text: yours.value },
        ]}
      />
    </div>
  );
}

const fewest = 3;

type LossListProps = Readonly<{
  workspace: string;
  decision: LossesDecision;
  writable: boolean;
  answers: ReactNode;
}>;

function LossList({ workspace, decision, writable, answers }: LossListProps) {
  const [isWhole, setWhole] = useState(false);
  const { items, texts } = decision;
  const count = countOf(decision);
  const all = [...items, ...texts];
  // A last hidden one takes no more room than the button that would show it.
  const shown = isWhole || all.length === fewest + 1 ? all : all.slice(0, fewest);
  // The title already names the loss of one, or of several of a kind.
  const isInTitle = items.length === count && items.every(({ what }) => what === items[0]?.what);
  return (
    <div className={count === 1 ? styles['one'] : 'stack-2'}>
      <ul className={classNames('stack-2', styles['texts'])}>
        {shown.map((loss) => (
          <li key={loss.id} className="words">
            {'part' in loss ? (
              <TextLost text={loss} isAlone={count === 1} />
            ) : (
              <LossTexts loss={loss} isAlone={count === 1} isInTitle={isInTitle} />
            )}
            {writable && count > 1 && (
              <Button
                look="link"
                aria-label={`Restore: ${'part' in loss ? cutToCharacters(loss.text, 48) : entryName(loss.yours)}`}
                onClick={() => void settleDecision(workspace, decision.id, 'put_back', [loss.id])}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isWhole && count > all.length && (
        <p className="detail breaks">
          And {counted(count - all.length, 'more', 'more')}, which come back with all of yours.
        </p>
      )}
      <div className="line">
        {all.length > shown.length && (
          <Button look="link" onClick={() => setWhole(true)}>
            Show {counted(all.length - shown.length, 'more', 'more')}
          </Button>
        )}
        {answers}
      </div>
    </div>
  );
}

/** Omitted entries may be anybody's; overwritten or differently marked ones were the person's. */
function restoreInWords(decision: LossesDecision): string {
  const isLeftOut = decision.items.every(({ what }) => what === 'dropped');
  if (countOf(decision) === 1) {
    return isLeftOut ? 'Restore it' : 'Restore mine';
  }
  return isLeftOut ? 'Restore all' : 'Restore all of mine';
}

const countOf = ({ count, textCount }: LossesDecision): number => count + textCount;

function TextLost({ text: { text, part }, isAlone }: Readonly<{ text: LostText; isAlone: boolean }>) {
  return (
    <>
      <div className="main-part as-written" dir="auto">
        <ClampedText lines={isAlone ? 3 : 2}>
          <ValueText value={text} />
        </ClampedText>
      </div>
      {!isAlone && <p className="detail breaks">{partInWords(part)}</p>}
    </>
  );
}

function LossTexts({ loss, isAlone, isInTitle }: Readonly<{ loss: Loss; isAlone: boolean; isInTitle: boolean }>) {
  const { what, yours, theirs } = loss;
  const isReworded = theirs !== null && theirs.value !== yours.value;
  const lines = isAlone ? 3 : 2;
  return (
    <>
      <div className="main-part">
        {isReworded ? (
          <>
            {yours.key !== null && (
              <p>
                <strong>
                  <SubjectText text={yours.key} said={yours.value} />
                </strong>
              </p>
            )}
            <TextVersions
              lines={lines}
              versions={[
                { name: 'Theirs', text: theirs.value },
                { name: 'Yours', text: yours.value },
              ]}
            />
          </>
        ) : (
          <div className="as-written" dir="auto">
            <ClampedText lines={lines}>
              <EntryText entry={yours} />
            </ClampedText>
          </div>
        )}
      </div>
      {!isInTitle && <p className="detail breaks">{fateInWords(what)}</p>}
    </>
  );
}
