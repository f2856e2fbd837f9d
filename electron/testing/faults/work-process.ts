import { withEngine } from './real-engine.ts';

/** Does one thing to a workflow, and says so once it is done. */
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
  }
  process.stdout.write('done\n');
});
