import { expect, test } from 'vitest';
import { connectAgentProgram } from '#testing/agent-program.ts';
import { createMemoryWorld, openIn } from '#testing/engine-world.ts';

/** An agent that has asked “Anonymise?” in a workflow, and the person at another host. */
async function startWithQuestion() {
  const world = await createMemoryWorld();
  const agent = await connectAgentProgram(world);
  const { workflow_id } = await agent.call('work_create', { type: 'note_processing', inputs: { raw_notes: 'n.md' } });
  const update = { step: 'initialize', agent: 'curator', outputs: { plan: 1 }, create_checkpoint: true };
  expect(await agent.call('work_update', { workflow_id, update })).toMatchObject({ current_step: 'collect_materials' });
  const { question } = await agent.call('work_ask', { workflow_id, question: 'Anonymise?', options: ['yes', 'no'] });
  const { call, workspace } = await openIn(world);
  const toldOf = (...each: object[]) => agent.eventually(() => expect(agent.told()).toMatchObject(each));
  return { world, agent, id: String(workflow_id), question: String(question), call, workspace, toldOf };
}

test('an agent program works step by step, asks the person and is notified of the answer', async () => {
  const { agent, id, question, call, workspace, toldOf } = await startWithQuestion();
  const { workflows } = await call('work.list', { workspace });
  expect(workflows).toMatchObject([{ id, status: 'waiting', questions: [{ question: 'Anonymise?' }] }]);
  await call('work.answer', { workspace, id, answer: 'yes' });
  await toldOf({ workflow_id: id, question_id: question, status: 'answered', answer: 'yes' });
  expect(await agent.call('work_view', { workflow_id: id, agent: 'writer' })).toMatchObject({
    working_data: { answers: { [question]: { answer: 'yes' } } },
    previous_outputs: [{ agent: 'curator', outputs: { plan: 1 } }],
  });
  expect(await agent.call('work_resume', { workflow_id: id, checkpoint: 1 })).toEqual({
    current_step: 'collect_materials',
  });
  expect(await agent.call('work_complete', { workflow_id: id })).toMatchObject({ findings: expect.any(Array) });
  await agent.hangUp();
});

test('notifies an agent, once each, that an answer was withdrawn and that another was given', async () => {
  const { agent, id, question, call, workspace, toldOf } = await startWithQuestion();
  const of = { workflow_id: id, question_id: question };
  const first = { ...of, status: 'answered', answer: 'yes' };
  await call('work.answer', { workspace, id, answer: 'yes' });
  await toldOf(first);
  await call('context.undo', { workspace });
  const withdrawn = { ...of, status: 'waiting', question: 'Anonymise?' };
  await toldOf(first, withdrawn);
  expect(await agent.call('work_view', { workflow_id: id, agent: 'curator' })).toMatchObject({ working_data: {} });
  await call('work.answer', { workspace, id, answer: 'no' });
  await toldOf(first, withdrawn, { ...of, status: 'answered', answer: 'no' });
  await call('work.update', { workspace, id, update: { step: 'collect_materials', agent: 'other' } });
  await agent.call('work_view', { workflow_id: id, agent: 'curator' });
  expect(agent.told()).toHaveLength(3);
  await agent.hangUp();
});

test('notifies an agent that its question is withdrawn: the workflow was resumed, or completed', async () => {
  const { agent, id, question, call, workspace, toldOf } = await startWithQuestion();
  const of = { workflow_id: id, question_id: question, question: 'Anonymise?' };
  await call('work.resume', { workspace, id, from: { checkpoint: 1 } });
  const gone = { ...of, status: 'gone' };
  await toldOf(gone);
  const { question: next } = await agent.call('work_ask', { workflow_id: id, question: 'Publish?' });
  await call('work.complete', { workspace, id });
  const ended = { workflow_id: id, question_id: next, question: 'Publish?', status: 'gone' };
  await toldOf(gone, ended);
  await call('context.undo', { workspace });
  await toldOf(gone, ended, { ...ended, status: 'waiting' });
  await agent.hangUp();
});

test('refuses a call about a workflow with a number that would be rounded in a sentence', async () => {
  const { world, agent, id } = await startWithQuestion();
  const path = `${world.root}/.aifriday/contexts/active/${id}/context.json`;
  const before = world.text(path);
  const update = `{"step":"review","agent":"a","working_data":{"ticket":12345678901234567890}}`;
  expect(await agent.textOf('work_update', `{"workflow_id":"${id}","update":${update}}`)).toMatch(
    /^12345678901234567890 would be rounded.*Nothing was changed\. Write it in quotation marks\.$/,
  );
  expect(world.text(path)).toBe(before);
  await agent.hangUp();
});

test('an agent lists workflows, page by page, and only those of a status, a type or an agent', async () => {
  const { world, agent, id, question } = await startWithQuestion();
  const context = world.text(`${world.root}/.aifriday/contexts/active/${id}/context.json`) ?? '';
  const others = Array.from({ length: 230 }, (_, index) => `other-${index}`);
  for (const other of others) {
    const text = context
      .replaceAll(id, other)
      .replace('"questions"', '"asked"')
      .replace('"requires_human_input": true', '"requires_human_input": false');
    world.outside.write(`${world.root}/.aifriday/contexts/active/${other}/context.json`, text);
  }
  type Page = { total: number; next: number | null; workflows: { workflow_id: string }[] };
  const list = async (args: object) => (await agent.call('work_list', args)) as unknown as Page;
  const first = await list({});
  expect(first).toMatchObject({ total: 231, next: first.workflows.length });
  const rest = await list({ from: first.next });
  expect(rest.next).toBeNull();
  const ids = [...first.workflows, ...rest.workflows].map((each) => each.workflow_id);
  expect(ids.sort()).toEqual([id, ...others].sort());
  expect(await list({ status: 'waiting', type: 'note_processing', agent: 'curator' })).toMatchObject({
    total: 1,
    workflows: [{ workflow_id: id, status: 'waiting', questions: [{ question_id: question, question: 'Anonymise?' }] }],
  });
  expect(await list({ agent: 'nobody' })).toEqual({ total: 0, workflows: [], next: null });
  await agent.hangUp();
});
