import { useApp } from '../../api/app-store.ts';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { askToEraseAgain, letStay, useErase } from './erase-store.ts';
import { returnInWords } from './erase-words.ts';

type ReturnedStripsProps = Readonly<{ workspace: string; writable: boolean }>;

const maxShown = 3;

/** Says that something that was erased is back, or that an erasure was interrupted. Never in the way. */
export function ReturnedStrips({ workspace, writable }: ReturnedStripsProps) {
  const { returned, interrupted } = useErase();
  const today = useApp((state) => state.today);
  const byText = [...new Map(returned.map((each) => [each.id, each])).values()].filter(
    ({ id }) => id !== interrupted?.id,
  );
  return (
    <>
      {interrupted && (
        <Strip
          tone="danger"
          label="An erasure was interrupted"
          actions={writable && <Button onClick={() => askToEraseAgain(interrupted.id)}>Do it again…</Button>}
        >
          <span role="alert">Something was being erased everywhere when it was interrupted. Parts may be left.</span>
        </Strip>
      )}
      {byText.slice(0, maxShown).map((each) => (
        <Strip
          key={each.id}
          tone="danger"
          label="Something you erased is back"
          actions={
            <>
              <Button onClick={() => letStay(workspace, each.id)}>Keep it</Button>
              {writable && <Button onClick={() => askToEraseAgain(each.id)}>Erase again…</Button>}
            </>
          }
        >
          <span role="alert">Something you erased is back: {returnInWords(each, today)}.</span>
        </Strip>
      ))}
    </>
  );
}
