import { useMemo } from 'react';
import { useContextStore } from '../../../api/context-store.ts';
import { Chip } from '../../../ui/chip.tsx';
import { showType, useReview } from '../review-store.ts';
import { typeInWords } from './topic-words.ts';
import { useTopics } from './topics-store.ts';

/** Topic types, each with the number of entries that lead to one; a pressed type shows only those. */
export function TypeChips() {
  const chosen = useReview((state) => state.topicType);
  const entries = useContextStore((context) => (context.kind === 'ready' ? context.entries : null));
  const byFile = useTopics((state) => state.byFile);
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const { topic } of entries ?? []) {
      const type = topic === undefined ? null : (byFile.get(topic)?.type ?? null);
      if (type !== null) {
        found.set(type, (found.get(type) ?? 0) + 1);
      }
    }
    return found;
  }, [entries, byFile]);
  const types = [...new Set([...counts.keys(), ...(chosen === null ? [] : [chosen])])].sort();
  if (types.length < 2 && chosen === null) {
    return null;
  }
  return (
    <div className="wrap-close" role="group" aria-label="Types">
      {types.map((type) => (
        <Chip
          key={type}
          count={counts.get(type) ?? 0}
          pressed={type === chosen}
          onPress={() => showType(type === chosen ? null : type)}
        >
          {typeInWords(type)}
        </Chip>
      ))}
    </div>
  );
}
