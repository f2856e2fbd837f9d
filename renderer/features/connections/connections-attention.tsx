import { useAsked } from '../../api/answers.ts';
import { loadPart } from '../../api/connection.ts';
import { go } from '../../api/navigation.ts';
import { mendConnection } from '../../jumps.ts';
import { AttentionCard } from '../../ui/attention-card.tsx';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { useChangesElsewhere } from './changes-elsewhere.ts';

/** Most connections shown one by one; Assistants has the others. */
const most = 3;

export function ConnectionsAttention({ workspace }: Readonly<{ workspace: string }>) {
  const changes = useChangesElsewhere((state) => state.changes);
  const { answer } = useAsked(`${workspace} ${changes}`, () =>
    loadPart(() => import('./broken.ts')).then(({ readBroken }) => readBroken(workspace)),
  );
  const broken = answer ?? [];
  const others = broken.length - most;
  return (
    <>
      {broken.slice(0, most).map((each) => (
        <AttentionCard
          key={`${each.program} ${each.name}`}
          title={each.title}
          where={each.where ?? undefined}
          actions={<Button onClick={() => mendConnection(each.program, each.name)}>Mend…</Button>}
        >
          <VisibleText as="p" text={each.problem} />
        </AttentionCard>
      ))}
      {others > 0 && (
        <AttentionCard
          title={`${counted(others, 'more connection is', 'more connections are')} broken`}
          actions={<Button onClick={() => go('connections')}>Show assistants</Button>}
        >
          <p className="detail">Their assistants can’t read the memory.</p>
        </AttentionCard>
      )}
    </>
  );
}
