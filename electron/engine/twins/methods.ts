import type { WorkspaceHandlers } from '../handlers.ts';
import type { ContextFile } from '../memory/context-file.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { settleStep } from './steps.ts';
import type { Twins } from './twins.ts';

type Needs = Pick<WorkspaceParts, 'rules' | 'commit'> & {
  readonly twins: Twins;
  readonly contextFile: Pick<ContextFile, 'revision'>;
};

export const twinsMethods: WorkspaceHandlers<'twins', Needs> = {
  'twins.list': ({ twins }, asked) => twins.list(asked),
  'twins.settle': async ({ twins, commit, rules, contextFile }, { id, answer }) => {
    if (answer.choice === 'right' || answer.choice === 'undecided') {
      await twins.settle(id, answer.choice === 'right');
      return { change: null, revision: contextFile.revision(), archived: [], notes: [] };
    }
    return commit.change('person', settleStep(twins.find(id), answer, rules()));
  },
};
