import { onTestFinished } from 'vitest';
import { createMemoryWorld, openIn, type World } from './engine-world.ts';

/** A workspace without workflows, and actions on them. */
export async function startWork(given?: World) {
  const world = given ?? (await createMemoryWorld());
  onTestFinished(() => world.engine().close());
  const opened = await openIn(world, { startEmpty: true });
  const { call, workspace } = opened;
  const folder = `${world.root}/.aifriday`;
  const create = (inputs = {}, type = 'note_processing') => call('work.create', { workspace, type, inputs });
  const contextOf = (id: string) => JSON.parse(world.text(`${folder}/contexts/active/${id}/context.json`) ?? 'null');
  return { world, ...opened, folder, create, contextOf };
}

/** An update that completes a step. */
export const done = (step: string, agent = 'note_agent', more = {}) => ({
  step,
  agent,
  status: 'completed' as const,
  ...more,
});
