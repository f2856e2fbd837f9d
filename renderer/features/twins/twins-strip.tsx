import { showTwins } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { counted } from '../../wording/counts.ts';
import { useTwins } from './twins-store.ts';

/** Says how much may be said twice, and leads to it. */
export function TwinsStrip() {
  const open = useTwins((state) => state.open);
  return (
    open > 0 && (
      <Strip label="Said twice" actions={<Button onClick={() => showTwins()}>Compare</Button>}>
        {counted(open, 'thing is', 'things are')} said twice, or in two ways.
      </Strip>
    )
  );
}
