import type { WorkspaceHandlers } from '../handlers.ts';
import type { ContextFile } from '../memory/context-file.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { settleStep } from './steps.ts';
import type { TwinsService } from './twins.ts';

type Needs = Pick<WorkspaceParts, 'rules' | 'commit'> & {
  readonly twins: TwinsService;
  readonly contextFile: Pick<ContextFile, 'revision'>;
};

export const twinsHandlers: WorkspaceHandlers<'twins', Needs> = {
  'twins.list': ({ twins }, request) => twins.list(request),
  'twins.settle': async ({ twins, commit, rules, contextFile }, { id, answer }) => {
    if (answer.choice === 'right' || answer.choice === 'undecided') {
      await twins.settle(id, answer.choice === 'right');
      return { change: null, revision: contextFile.revision(), archived: [], notes: [] };
    }
    return commit.change('person', settleStep(twins.find(id), answer, rules()));
  },
};
