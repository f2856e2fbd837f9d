import type { Memory, MemoryNeed } from '#shared/contract/features/memories.ts';
import type { ViewId } from '#shared/views.ts';
import { needInWords } from '#shared/wording/memories.ts';
import { memoryName } from '#shared/wording/memory-names.ts';
import { openWorkspaceAt } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { attempt } from '../../services/notices.ts';
import { AttentionCard } from '../../ui/attention-card.tsx';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { isForgettable, readMemories, useMemoryList } from './memory-list.ts';
import { pressingIn } from './needs-elsewhere.ts';

/** Most memories shown one by one; the list of memories can be filtered to those. */
const most = 5;

/** Needs that wait for the person come before mere problems of a file. */
const byUrgency: readonly MemoryNeed[] = [
  'overwritten',
  'held',
  'work',
  'damaged',
  'unreadable',
  'over_limit',
  'form',
  'topics',
  'unclosed',
];

const leadsTo = (need: MemoryNeed): { readonly view: ViewId; readonly name: string } =>
  need === 'work'
    ? { view: 'work', name: 'Open its work' }
    : need === 'damaged'
      ? { view: 'kept', name: 'Show agent data' }
      : { view: 'review', name: 'Open' };

/** Memories that need the person, or that assistants can’t read, or not fully. @param open path of the open memory */
export function MemoryNeeds({ open }: Readonly<{ open: string }>) {
  const needy = needyIn(useMemoryList((state) => state.memories) ?? none, open);
  const others = needy.length - most;
  return (
    <>
      {needy.slice(0, most).map(({ memory, needs }) => (
        <AttentionCard
          key={memory.path}
          title={memoryName(memory)}
          actions={<NeedLinks memory={memory} needs={needs} />}
        >
          {needs.map((need) => (
            <VisibleText key={need} as="p" text={needInWords(need, memory)} />
          ))}
        </AttentionCard>
      ))}
      {others > 0 && (
        <AttentionCard
          title={`${counted(others, 'more memory needs', 'more memories need')} attention`}
          actions={<Button onClick={() => useMemoryList.setState({ onlyNeedy: true })}>Show only those below</Button>}
        >
          <p className="detail">They are over their limit, can’t be read, or may be refused.</p>
        </AttentionCard>
      )}
    </>
  );
}

const none: readonly Memory[] = [];

const needyIn = (memories: readonly Memory[], open: string) =>
  memories
    .map((memory) => ({ memory, needs: sorted(pressingIn(memory, open)) }))
    .filter(({ needs }) => needs.length > 0)
    .sort((one, other) => urgency(one.needs) - urgency(other.needs));

/** Paths of the memories with their own card, so that the list need not repeat it. */
export const withCards = (memories: readonly Memory[], open: string): ReadonlySet<string> =>
  new Set(
    needyIn(memories, open)
      .slice(0, most)
      .map(({ memory }) => memory.path),
  );

const urgency = ([first]: readonly MemoryNeed[]): number =>
  first === undefined ? byUrgency.length : byUrgency.indexOf(first);
const sorted = (needs: readonly MemoryNeed[]): readonly MemoryNeed[] =>
  needs.toSorted((a, b) => urgency([a]) - urgency([b]));

function NeedLinks({ memory, needs }: Readonly<{ memory: Memory; needs: readonly MemoryNeed[] }>) {
  const ways = new Map(needs.map(leadsTo).map(({ view, name }) => [view, name]));
  return (
    <>
      {memory.format !== null &&
        [...ways].map(([view, name]) => (
          <Button key={view} onClick={() => attempt(openWorkspaceAt(memory.path, view), 'It could not be opened')}>
            {name}
          </Button>
        ))}
      {memory.format === null && isForgettable(memory) && (
        <Button
          onClick={() =>
            attempt(call('workspaces.forget', { path: memory.path }).then(readMemories), 'It is still listed')
          }
        >
          Remove from the list
        </Button>
      )}
    </>
  );
}
