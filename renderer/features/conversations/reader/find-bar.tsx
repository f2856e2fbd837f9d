import { ArrowDown, ArrowUp } from 'lucide-react';
import type { RefObject } from 'react';
import { useStore } from 'zustand';
import { keysOf } from '../../../services/commands/shortcut-list.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FieldProblem } from '../../../ui/field.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { counted, countInWords, shareInWords } from '../../../wording/counts.ts';
import type { FindMatches } from './finding.ts';
import type { ConversationReading } from './reading.ts';

type FindBarProps = Readonly<{
  reading: ConversationReading;
  field: RefObject<HTMLInputElement | null>;
  total: number | null;
}>;

export function FindBar({ reading, field, total }: FindBarProps) {
  const { query, found, cursor } = useStore(reading.store);
  const isAsked = query.trim() !== '';
  const find = (direction: 'forward' | 'back') => (): void => void reading.find(direction);
  return (
    <div className="toolbar wrap-close">
      <SearchField
        ref={field}
        label="Find in this conversation"
        value={query}
        onChange={reading.search}
        result={found && inWords(found, cursor, total)}
        onDown={isAsked ? find('forward') : reading.focus}
        onUp={find('back')}
      />
      {found?.state === 'looking' && <Button onClick={reading.stop}>Stop</Button>}
      {found?.state === 'stopped' && <Button onClick={reading.lookOn}>Go on</Button>}
      <IconButton name="Find before" keys={keysOf('find-before') ?? ''} disabled={!isAsked} onClick={find('back')}>
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton name="Find after" keys={keysOf('find-after') ?? ''} disabled={!isAsked} onClick={find('forward')}>
        <ArrowDown aria-hidden />
      </IconButton>
      {found?.problem && <FieldProblem>{found.problem.message}</FieldProblem>}
    </div>
  );
}

/** Number of matching messages, the current one, and, while the search is running, the number searched. */
function inWords({ hits, looked, state }: FindMatches, cursor: number | null, total: number | null): string {
  const at = hits.findIndex((hit) => hit.at === cursor);
  if (state === 'done') {
    return hits.length === 0
      ? 'no results'
      : at < 0
        ? counted(hits.length, 'message', 'messages')
        : `${countInWords(at + 1)} of ${countInWords(hits.length)}`;
  }
  const far = total === null ? `${countInWords(looked)} read` : `${shareInWords(Math.min(looked, total), total)} read`;
  return `${countInWords(hits.length)} so far, ${far}`;
}
