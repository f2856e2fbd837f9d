import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '#engine/engine.ts';
import type { MethodName, ParsedParams, Result } from '#shared/contract/contract.ts';
import { createMemoryPorts } from '#testing/memory-ports.ts';

/** Our conversations are listed wherever a program stores them. */

type Ports = ReturnType<typeof createMemoryPorts>;

/** An engine of a second process on the same files. */
function openOn(ports: Ports) {
  const engine = createEngine(ports, { personLooks: false, personApproves: false });
  onTestFinished(() => engine.close());
  const call = <N extends MethodName>(method: N, params: ParsedParams<N>): Promise<Result<N>> =>
    engine.call(method, params, { caller: 'agent', progress: () => undefined, cancelled: () => false });
  const open = (path: string) => call('workspaces.open', { path, startEmpty: true, format: undefined } as never);
  const list = async () =>
    (await call('conversations.list', { offset: 0, limit: 50, revision: undefined, parent: undefined })).conversations;
  const say = (workspace: string, content: string) =>
    call('conversationStore.add', { workspace, conversation: 'main', messages: [{ role: 'user', content }] });
  return { engine, call, open, list, say };
}

test('lists a conversation that another program began, with a memory beside it or without', async () => {
  const ports = createMemoryPorts();
  ports.outside.write('/home/person/rules/CLAUDE.md', '# Rules\n\n- be brief\n');
  ports.outside.makeFolder('/home/person/bare');
  const agent = openOn(ports);
  for (const path of ['/home/person/rules/CLAUDE.md', '/home/person/bare']) {
    const { id } = await agent.open(path);
    await agent.say(id, `Hello from ${path}`);
  }
  const names = ['Hello from /home/person/bare', 'Hello from /home/person/rules/CLAUDE.md'];
  const titles = async (one: ReturnType<typeof openOn>) => (await one.list()).map(({ title }) => title).sort();
  expect(await titles(agent)).toEqual(names);
  await agent.engine.close();
  expect(await titles(openOn(ports))).toEqual(names);

  // A folder replaced by a link is not followed.
  ports.outside.remove('/home/person/bare/logs');
  expect(await titles(openOn(ports))).toEqual(names.slice(1));
});

test('lists a workspace’s conversation once that is opened, and the sample’s while it is open', async () => {
  const ports = createMemoryPorts();
  const said = (content: string) => `${JSON.stringify({ role: 'user', content })}\n`;
  ports.outside.write('/home/person/cloned/logs/conversations/main.jsonl', said('Hello.'));
  ports.outside.write(`${ports.sampleFolder}/logs/context/global.md`, '## Facts (certain)\n- a: b\n');
  ports.outside.write(`${ports.sampleFolder}/logs/conversations/trip.jsonl`, said('Of the sample.'));
  const app = openOn(ports);
  expect(await app.list()).toEqual([]);
  await app.open('/home/person/cloned');
  expect(await app.list()).toMatchObject([{ title: 'Hello.' }]);
  await app.call('workspaces.openSample', { fresh: false });
  expect((await app.list()).map(({ title }) => title).sort()).toEqual(['Hello.', 'Of the sample.']);
  await app.engine.close();
  expect(await openOn(ports).list()).toMatchObject([{ title: 'Hello.' }]);
});
