import { type ComponentType, lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';

let isNow = false;
const waiting = new Set<() => void>();

/** Draws deferred content after the first view is visible, and later content at once. Once per page. */
export function drawLater(): void {
  isNow = true;
  startTransition(() => {
    for (const draw of waiting) {
      draw();
    }
  });
  waiting.clear();
}

/** False until the first view of the page is visible, true from then on. */
export function useLater(): boolean {
  const [later, setLater] = useState(isNow);
  useEffect(() => {
    if (isNow) {
      setLater(true);
      return;
    }
    const draw = (): void => setLater(true);
    waiting.add(draw);
    return () => {
      waiting.delete(draw);
    };
  }, []);
  return later;
}

/** Content nobody sees or reaches at first, deferred so that it doesn't delay the first view. */
export function Later({ children }: Readonly<{ children: ReactNode }>) {
  return useLater() ? children : null;
}

/** `press` is for the button: it loads the part at once, and opens it. */
type BeforeProps<Props> = Readonly<Props & { press: { onClick: () => void; 'aria-expanded': false } }>;

/** A part nobody needs at first. Until it is loaded after the first view, `Before` is drawn, which looks the same. */
export function drawnLater<Props extends object>(
  load: () => Promise<ComponentType<Props & { defaultOpen: boolean }>>,
  Before: ComponentType<BeforeProps<Props>>,
): ComponentType<Props> {
  const Part = lazy(() => load().then((part) => ({ default: part })));
  return function DrawnLater(props) {
    const isLater = useLater();
    const [isPressed, setPressed] = useState(false);
    const before = <Before {...props} press={{ onClick: () => setPressed(true), 'aria-expanded': false }} />;
    return (
      <Suspense fallback={before}>
        {/* A press may come just as the part is put in place: by another key it is mounted again, open. */}
        {isLater || isPressed ? <Part key={String(isPressed)} {...props} defaultOpen={isPressed} /> : before}
      </Suspense>
    );
  };
}
