import { wholeStorages } from '#shared/contract/reading/whole-storages.ts';
import { useAsked } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { showKeptOf } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import styles from './work-page.module.css';
import { humanised } from './work-words.ts';

type AgentsProps = Readonly<{ workspace: string; agents: readonly string[] }>;

/** Those of its agents that keep something in the workspace beside it, and the way there. */
export function KeptByAgents({ workspace, agents }: AgentsProps) {
  const { answer } = useAsked(JSON.stringify([workspace, agents]), async () => {
    const { storages } = await wholeStorages(call, workspace);
    return agents.flatMap((agent) => {
      const count = storages.filter(({ trackedBy }) => trackedBy.some((by) => by.agent === agent)).length;
      return count === 0 ? [] : [{ agent, count }];
    });
  });
  return answer === null || answer.length === 0 ? null : (
    <section aria-label="Kept by its agents" className="stack-2">
      <h2>Kept by its agents</h2>
      <ul className="ruled">
        {answer.map(({ agent, count }) => (
          <li key={agent} className={styles['item']}>
            <span dir="auto">
              <VisibleText text={humanised(agent)} />
            </span>
            <span className="detail">{counted(count, 'storage', 'storages')}</span>
            <span className={styles['itemActions']}>
              <Button look="link" aria-label={`Show what ${agent} keeps`} onClick={() => showKeptOf(agent)}>
                Show
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
