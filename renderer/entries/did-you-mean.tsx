import { useAsked } from '../api/answers.ts';
import { loadPart } from '../api/connection.ts';
import { Button } from '../ui/button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

type DidYouMeanProps = Readonly<{
  query: string;
  /** Folded texts that may contain a similar word, loaded on request; pass the same function each time. */
  texts: (query: string) => readonly string[] | Promise<readonly string[]>;
  onChoose: (query: string) => void;
}>;

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

/** Suggestions from code that is loaded once a search finds little. The search works without them. */
function useNearSearches(query: string, texts: DidYouMeanProps['texts']): readonly string[] {
  const { answer } = useAsked(query, async () => {
    const [{ nearSearches }, read] = await Promise.all([loadPart(() => import('./near-words.ts')), texts(query)]);
    return { query, near: nearSearches(query, read) };
  });
  return answer?.query === query ? answer.near : [];
}
