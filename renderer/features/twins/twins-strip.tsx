import { showTwins } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { useTwins } from './twins-store.ts';
import { saidTwiceInWords } from './twins-words.ts';

export function TwinsStrip() {
  const { twins, open } = useTwins();
  return (
    open > 0 && (
      <Strip label="Said more than once" actions={<Button onClick={() => showTwins()}>Compare</Button>}>
        {saidTwiceInWords(
          open,
          twins.find(({ right }) => !right),
        )}
        .
      </Strip>
    )
  );
}
