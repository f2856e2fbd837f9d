import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { erase } from '#testing/engine-suite/erasing.ts';
import { done, startWork } from '#testing/start-work.ts';

const secret = 'Prof. "Ülk" Okafor';

test('an erased text goes from contexts, steps, checkpoints and what agents made, and all of it still holds together', async () => {
  const opened = await startWork();
  const { world, call, workspace, folder, create, contextOf } = opened;
  const { id } = await create({ raw_notes: 'notes.md', participants: [secret, 'Ann'] });
  const update = done('initialize', 'one', { outputs: { met: `We met ${secret}.` }, create_checkpoint: true });
  await call('work.update', { workspace, id, update });
  await call('work.ask', { workspace, id, question: `Is ${secret} coming?`, assistant: 'one' });
  await call('work.answer', { workspace, id, answer: 'yes' });
  const other = await create({ raw_notes: secret });
  await call('work.complete', { workspace, id: other.id });
  world.outside.write(`${folder}/contexts/active/${id}/artifacts/notes.md`, `# ${secret}\n`);
  const { places } = await call('erase.preview', { workspace, target: { text: secret } });
  expect(places.find(({ place }) => place === 'work')?.count).toBe(5);
  await erase(opened, { text: secret });
  const escaped = JSON.stringify(secret).slice(1, -1);
  for (const { path, bytes } of world.everyFile()) {
    const text = Buffer.from(bytes).toString('utf8');
    expect([path, text.includes(secret) || text.includes(escaped)]).toEqual([path, false]);
  }
  const context = contextOf(id);
  expect(context.data.inputs.participants).toEqual(['', 'Ann']);
  const kept = world.text(`${folder}/contexts/active/${id}/checkpoints/checkpoint_001.json`) ?? '';
  expect(context.audit.checkpoints[0].verification).toBe(createHash('sha256').update(kept).digest('hex'));
  const { findings } = await call('work.check', { workspace, id });
  expect(findings.filter(({ type }) => type !== 'missing')).toEqual([]);
});
