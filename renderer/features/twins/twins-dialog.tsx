import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import type { TwinsView } from '#shared/contract/features/twins.ts';
import { twinsTitle } from '#shared/twins/words.ts';
import { subjectFrom } from '#shared/wording/subjects.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import { TwinsCard } from './twins-card.tsx';
import { settleTwins, useTwins } from './twins-store.ts';

type TwinsDialogProps = Readonly<{ workspace: string; writable: boolean; onClose: () => void }>;

export function TwinsDialog({ workspace, writable, onClose }: TwinsDialogProps) {
  const { twins, open } = useTwins();
  const [shown, setShown] = useState(0);
  const waiting = twins.filter(({ right }) => !right);
  const right = twins.filter((each) => each.right);
  // After an answer, the next one is shown.
  const at = Math.min(shown, Math.max(waiting.length - 1, 0));
  const now = waiting[at];
  const card = useRef<HTMLDivElement>(null);
  const step = (by: 1 | -1) => (): void => setShown((at + by + waiting.length) % waiting.length);
  return (
    <Dialog
      wide
      title="Said more than once"
      description="Found on this computer, in this memory. Nothing is changed before you choose."
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div ref={card} tabIndex={-1} className="no-outline">
        {now === undefined ? (
          <p role="status">Nothing is said more than once, as far as we can tell.</p>
        ) : (
          <section aria-label={twinsTitle(now, subjectFrom)} className="stack-4">
            <div className="line ends">
              <h3 className="strong breaks">
                <VisibleText text={twinsTitle(now, subjectFrom)} />
              </h3>
              {open > 1 && (
                <span className="count with-icon">
                  <IconButton name="Previous" onClick={step(-1)}>
                    <ChevronLeft aria-hidden />
                  </IconButton>
                  {countInWords(at + 1)} of {countInWords(open)}
                  <IconButton name="Next" onClick={step(1)}>
                    <ChevronRight aria-hidden />
                  </IconButton>
                </span>
              )}
            </div>
            <TwinsCard
              key={now.id}
              twins={now}
              writable={writable}
              onAnswer={(answer) => {
                // The card goes, and the focus would go with it.
                card.current?.focus();
                void settleTwins(workspace, now, answer);
              }}
            />
          </section>
        )}
        {right.length > 0 && <Right workspace={workspace} twins={right} />}
      </div>
    </Dialog>
  );
}

function Right({ workspace, twins }: Readonly<{ workspace: string; twins: readonly TwinsView[] }>) {
  return (
    <Disclosure className="above-3" summary={<>{counted(twins.length, 'group is', 'groups are')} right, as you said</>}>
      <ul className="ruled">
        {twins.map((each) => (
          <li key={each.id} className="beside breaks">
            <div className="grow">
              <VisibleText text={twinsTitle(each, subjectFrom)} />
              <p className="detail">
                <VisibleText text={each.entries.map(({ value }) => value).join(' · ')} />
              </p>
            </div>
            <Button look="link" onClick={() => void settleTwins(workspace, each, { choice: 'undecided' })}>
              Take that back
            </Button>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
