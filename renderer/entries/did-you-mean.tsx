import { useEffect, useState } from 'react';
import { loadPart } from '../api/connection.ts';
import { Button } from '../ui/button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

type DidYouMeanProps = Readonly<{
  query: string;
  /** What may say a word that is written almost so, folded; it may ask for that first, and is best the same each time. */
  texts: (query: string) => readonly string[] | Promise<readonly string[]>;
  onChoose: (query: string) => void;
}>;

/** Searches that differ from one that found little by a slip of the pen. Nothing where there is none. */
export function DidYouMean({ query, texts, onChoose }: DidYouMeanProps) {
  const near = useNearSearches(query, texts);
  return (
    near.length > 0 && (
      <p role="status">
        Did you mean{' '}
        {near.map((each, at) => (
          <span key={each}>
            {at > 0 && ', '}
            <Button look="link" onClick={() => onChoose(each)}>
              <VisibleText text={each} />
            </Button>
          </span>
        ))}
        ?
      </p>
    )
  );
}

/** Worked out by a part of the page that is loaded once a search finds little. */
function useNearSearches(query: string, texts: DidYouMeanProps['texts']): readonly string[] {
  const [near, setNear] = useState<readonly string[]>([]);
  useEffect(() => {
    let current = true;
    setNear([]);
    Promise.all([loadPart(() => import('./near-words.ts')), texts(query)]).then(
      ([{ nearSearches }, read]) => current && setNear(nearSearches(query, read)),
      // Who searches does without; whatever keeps parts from being loaded says so itself.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [query, texts]);
  return near;
}
