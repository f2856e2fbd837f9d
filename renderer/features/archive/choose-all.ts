import { call, problemOf } from '../../api/connection.ts';
import { say } from '../../services/notices.ts';
import { announce } from '../../ui/announcer.tsx';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { noteLoaded, useArchive } from './archive-store.ts';
import { paramsOf } from './use-archive-pages.ts';

/** Most entries that can be restored or deleted in one step. */
export const maxChosen = 10_000;
const atATime = 1000;

/** Chooses all matches, whether or not they have been in sight; of very many, the first that fit in one step. */
export async function chooseAllArchived(workspace: string): Promise<void> {
  const { query, categories, period, choosing } = useArchive.getState();
  choosing?.stop();
  let current = true;
  const stop = (): void => {
    current = false;
    useArchive.setState({ choosing: null });
  };
  // Set from the start: an action on all of them waits until they are chosen.
  useArchive.setState({ choosing: { progress: null, stop } });
  const chosen = new Set<string>();
  const params = { ...paramsOf(workspace, { query: query.trim(), categories, period }), limit: atATime };
  try {
    for (let offset = 0, most = maxChosen; current && offset < most; ) {
      const { total, entries } = await call('archive.entries', { ...params, offset, read: 'known' });
      offset += entries.length;
      noteLoaded(entries);
      for (const { id } of entries) {
        chosen.add(id);
      }
      most = entries.length === 0 ? 0 : Math.min(maxChosen, total);
      if (current) {
        useArchive.setState({ choosing: { progress: { done: chosen.size, total: most }, stop } });
      }
    }
    if (current) {
      useArchive.setState({ selected: chosen, choosing: null });
      const isPart = chosen.size === maxChosen;
      announce(`${entriesInWords(chosen.size)} selected.${isPart ? ` ${countInWords(maxChosen)} are the most.` : ''}`);
    }
  } catch (error) {
    if (current) {
      stop();
      say(problemOf(error).message, 'warning');
    }
  }
}
