import type { Memory, Need } from '#shared/contract/features/memories.ts';
import { nameOf, needInWords } from '#shared/wording/memories.ts';
import { openWorkspace } from '../../api/app-store.ts';
import { attempt } from '../../services/notices.ts';
import { AttentionCard } from '../../ui/attention-card.tsx';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { useMemoryList } from './memory-list.ts';

/** Shown one by one; the list of memories can show only those. */
const most = 3;

/** That a memory changed is seen in the list; it asks for nothing. */
const isPressing = (need: Need): boolean => need !== 'news';

/** Memories of this computer that their assistants can’t read, or not whole. */
export function MemoryNeeds() {
  const memories = useMemoryList((state) => state.memories) ?? none;
  const needy = memories.filter(({ needs }) => needs.some(isPressing));
  const others = needy.length - most;
  return (
    <>
      {needy.slice(0, most).map((memory) => (
        <AttentionCard
          key={memory.path}
          title={nameOf(memory)}
          actions={
            memory.format !== null && (
              <Button onClick={() => attempt(openWorkspace(memory.path), 'It could not be opened')}>Open</Button>
            )
          }
        >
          {memory.needs.filter(isPressing).map((need) => (
            <p key={need}>
              <VisibleText text={needInWords(need, memory)} />
            </p>
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
