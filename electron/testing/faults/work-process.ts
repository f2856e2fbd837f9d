import { withEngine } from './real-engine.ts';

/** Makes one change to a workflow, and prints a line once it is done. */
const [root = '', dataFolder = '', kind, id = ''] = process.argv.slice(2);

await withEngine({ root, dataFolder }, async ({ call, workspace }) => {
  switch (kind) {
    case 'update':
      await call('work.update', {
        workspace,
        id,
        update: {
          step: 'collect_materials',
          agent: 'collector',
          status: 'completed',
          outputs: { made: 'after' },
          working_data: { state: 'after' },
          create_checkpoint: true,
        },
      });
      break;
    case 'checkpoint':
      await call('work.checkpoint', { workspace, id });
      break;
    case 'complete':
      await call('work.complete', { workspace, id });
      break;
    case 'undo':
      await call('context.undo', { workspace });
      break;
    case 'archive':
      await call('work.archive', { workspace, id });
      break;
    case 'restore':
      await call('work.restore', { workspace, id });
      break;
    case 'remove': {
      const { workflows } = await call('work.previewRemoval', { workspace });
      await call('work.removeArchived', { workspace, workflows: workflows.map((each) => ({ id, month: each.month })) });
      break;
    }
  }
  process.stdout.write('done\n');
});
