import { toContextureError } from '#shared/contract/errors.ts';
import { shortName } from '#shared/entries/find-entry.ts';
import { orLogged } from '../or-logged.ts';
import type { WorkspaceSettings } from '../settings/workspace-settings.ts';
import { countOf, quoted } from '../steps/labels.ts';
import type { Turn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { Reason } from '../workspace/refresh-scheduler.ts';
import type { ContextFile } from './context-file.ts';
import { overflowStep } from './steps.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'access' | 'tell' | 'rules' | 'refresh' | 'commit'> & {
  readonly contextFile: ContextFile;
  readonly settings: WorkspaceSettings;
};

export function createLook({ ports, access, contextFile, settings, rules, refresh, commit, tell }: Needs) {
  let archivedFor: string | null = null;
  let isClosed = false;

  /** Archives after another program wrote over the limit, if the person chose `always`: once per content. */
  async function archiveAlways(turn: Turn): Promise<void> {
    const hash = contextFile.version()?.hash ?? null;
    const mayArchive = settings.current().settings.overLimit === 'always' && contextFile.status() === 'present';
    if (!mayArchive || hash === archivedFor) {
      return;
    }
    const { total, limit } = contextFile.summary().tokens;
    if (total <= limit) {
      return;
    }
    archivedFor = hash;
    try {
      const { archived } = await commit.write(turn, 'app', overflowStep(rules()));
      if (archived.length > 0) {
        const names = archived.slice(0, 3).map((entry) => quoted(shortName(entry)));
        const more = archived.length > names.length ? ` and ${archived.length - names.length} more` : '';
        const message = `To make room, ${countOf(archived.length)} went to the archive: ${names.join(', ')}${more}.`;
        tell('notice', { severity: 'info', message });
      }
    } catch (error) {
      tell('notice', { severity: 'warning', message: toContextureError(error).message });
    }
  }

  return {
    /** Looks now, after whatever is under way. Never rejects, since nobody waits for it. */
    async look(reason: Reason = 'archive'): Promise<void> {
      const lookNow = async (turn: Turn): Promise<void> => {
        if (!isClosed) {
          await refresh.all(turn, reason);
          await archiveAlways(turn);
        }
      };
      await orLogged(ports, 'The files could not be looked at', () => access.inTurn(lookNow), 'error');
    },
    close(): void {
      isClosed = true;
    },
  };
}
