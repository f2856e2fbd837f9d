import { beforeEach, expect, test, vi } from 'vitest';
import type { Result } from '#shared/contract/contract.ts';
import { createFakeService, type FakeService } from '#shared/contract/testing/fake-service.ts';
import { createHost } from '#shared/contract/wire/host.ts';
import { createInProcessConnection } from '#shared/contract/wire/in-process.ts';
import { createClient } from '#shared/contract/wire/whole-client.ts';
import { patiently } from '#shared/testing/patiently.ts';
import { firstPage, withQuestions } from './ahead.ts';

const started: Result<'app.start'> = {
  version: '1.2.3',
  workspace: {
    id: 'w1',
    name: 'notes',
    path: '/notes',
    contextPath: 'logs/context/global.md',
    sample: false,
    writable: true,
    readOnlyReason: null,
  },
  problem: null,
  recent: [],
  preferences: {
    theme: 'system',
    density: 'comfortable',
    reviewSort: 'file',
    reviewFilters: { categories: [], confidences: [], sources: [], age: null, marks: false, pinned: false },
    foldedGroups: [],
  },
  today: '2026-11-21',
  abilities: { choose: false, reveal: false },
};
const first = { workspace: 'w1', limit: firstPage };

let service: FakeService;
beforeEach(() => {
  service = createFakeService();
  service.answer('app.start', () => started);
});

const asked = (): string[] => service.calls.map(({ method }) => method);

/** Opens a connection after the first questions were asked, and answered if the service has an answer. */
async function openAhead(path: string | null = null, questions = 2, ready: Promise<unknown> = Promise.resolve()) {
  const ends = createInProcessConnection();
  createHost(service, ends.host, { caller: 'page' });
  const connection = withQuestions(ends.client, path, ready);
  await vi.waitUntil(() => service.calls.length === questions, patiently);
  return { connection, ends };
}

test('asks early questions once: the client gets those answers and errors, then asks for itself', async () => {
  const client = createClient((await openAhead()).connection);
  await expect(client.call('app.start', {})).resolves.toEqual(started);
  await expect(client.call('context.read', first)).rejects.toMatchObject({ code: 'not_found' });
  expect(asked()).toEqual(['app.start', 'context.read']);
  await expect(client.call('app.start', {})).resolves.toEqual(started);
  expect(asked()).toEqual(['app.start', 'context.read', 'app.start']);
});

test('a client that connects before the answer waits for it', async () => {
  let answerNow = (): void => undefined;
  service.answer('app.start', () => new Promise((resolve) => (answerNow = () => resolve(started))));
  const client = createClient((await openAhead(null, 1)).connection);
  const answer = client.call('app.start', {});
  answerNow();
  await expect(answer).resolves.toEqual(started);
  expect(asked().filter((method) => method === 'app.start')).toHaveLength(1);
});

test('validates early answers like any other', async () => {
  service.answer('app.start', () => ({ ...started, today: 20_261_121 }) as never);
  const client = createClient((await openAhead()).connection);
  await expect(client.call('app.start', {})).rejects.toMatchObject({ code: 'internal' });
});

test('an early event makes the answers old: they are requested again, and listeners get the event', async () => {
  let listen = (): void => undefined;
  const ready = new Promise<void>((resolve) => (listen = resolve));
  const { connection, ends } = await openAhead(null, 2, ready);
  const told = new Promise((resolve) => ends.client.onMessage(resolve));
  service.emit({ event: 'archive.changed', data: { workspace: 'w1', revision: 7 } });
  await told;
  const client = createClient(connection);
  const heard = new Promise((resolve) => client.on('archive.changed', resolve));
  await expect(client.call('app.start', {})).resolves.toEqual(started);
  listen();
  await expect(heard).resolves.toEqual({ workspace: 'w1', revision: 7 });
  expect(asked()).toEqual(['app.start', 'context.read', 'app.start']);
});

test('reads nothing early of a workspace other than the tab’s', async () => {
  const client = createClient((await openAhead('/other', 1)).connection);
  await client.call('app.start', {});
  expect(asked()).toEqual(['app.start']);
});

test('reports a connection that closed before a client took it', async () => {
  const { connection, ends } = await openAhead();
  ends.host.close();
  const client = createClient(connection);
  await new Promise<void>((resolve) => client.onClose(resolve));
});
