import type { WorkspaceHandlers } from '../handlers.ts';
import { settleStep } from './steps.ts';

export const twinsMethods: WorkspaceHandlers<'twins'> = {
  'twins.list': ({ twins }, asked) => twins.list(asked),
  'twins.settle': async ({ twins, commit, rules, contextFile }, { id, answer }) => {
    if (answer.choice === 'right' || answer.choice === 'undecided') {
      await twins.settle(id, answer.choice === 'right');
      return { change: null, revision: contextFile.revision(), archived: [], notes: [] };
    }
    return commit.change('person', settleStep(twins.find(id), answer, rules()));
  },
};
