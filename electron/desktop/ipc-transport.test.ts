import type { IpcRenderer, WebContents } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settingsAnswer } from '#shared/contract/testing/bench.ts';
import { describeContract } from '#shared/contract/testing/contract-suite.ts';
import { createFakeService, type FakeService } from '#shared/contract/testing/fake-service.ts';
import { bridgeChannels } from '#shared/contract/wire/desktop-bridge.ts';
import { createHost } from '#shared/contract/wire/host.ts';
import { maxMessageBytes } from '#shared/contract/wire/message-text.ts';
import type { Transport } from '#shared/contract/wire/protocol.ts';
import { createClient } from '#shared/contract/wire/whole-client.ts';
import { patiently } from '#shared/testing/patiently.ts';
import { createElectronIpc, type IpcPage, type SenderFrame } from '#testing/electron-ipc.ts';
import { overBridge } from '../../renderer/api/bridge-transport.ts';
import { createBridge } from './bridge.ts';
import { createIpcConnections, type IpcConnections } from './ipc-transport.ts';

const ipc = vi.hoisted(() => ({ main: null as unknown as ReturnType<typeof createElectronIpc>['ipcMain'] }));
vi.mock('electron', () => ({
  ipcMain: {
    on: (channel: string, listener: () => void) => ipc.main.on(channel, listener),
    off: (channel: string, listener: () => void) => ipc.main.off(channel, listener),
  },
}));

const electron = createElectronIpc();
ipc.main = electron.ipcMain;

const asContents = (page: IpcPage) => page.contents as unknown as WebContents;
const bridgeOf = (page: IpcPage) =>
  createBridge(page.ipcRenderer as unknown as IpcRenderer, { getPathForFile: () => '' });

describeContract('Electron’s IPC', async () => {
  const connections = createIpcConnections(() => {});
  let windows = 0;
  return {
    connect: async (service, onProblem) => {
      windows += 1;
      const caller = `window-${windows}`;
      const page = electron.createPage();
      const arrived = new Promise<Transport>((resolve) => {
        connections.serve(asContents(page), (connection) => {
          createHost(service, connection, { caller, onProblem });
          resolve(connection);
        });
      });
      const transport = overBridge(bridgeOf(page));
      const host = await arrived;
      return { transport, caller, hangUp: () => host.close() };
    },
    close: async () => connections.close(),
  };
});

describe('messages to the desktop host', () => {
  let connections: IpcConnections;
  let service: FakeService;
  let problems: string[];
  let page: IpcPage;
  const own: SenderFrame = { url: 'app://contexture/', parent: null };
  const id = '00000000-0000-4000-8000-000000000000';
  const call = (workspace: string) =>
    JSON.stringify({ type: 'call', id: 1, method: 'settings.read', params: { workspace } });
  /** A round trip on the connection of another window with its own service: everything sent before has arrived. */
  const settled = async (): Promise<void> => {
    const beside = createFakeService();
    beside.answer('settings.read', () => settingsAnswer);
    const other = electron.createPage();
    connections.serve(asContents(other), (connection) => createHost(beside, connection, { caller: 'beside' }));
    await createClient(overBridge(bridgeOf(other))).call('settings.read', { workspace: 'settle' });
  };

  beforeEach(() => {
    problems = [];
    service = createFakeService();
    service.answer('settings.read', () => settingsAnswer);
    connections = createIpcConnections((problem) => problems.push(problem));
    page = electron.createPage();
    connections.serve(asContents(page), (connection) => createHost(service, connection, { caller: 'window' }));
    return () => connections.close();
  });

  it('are answered when the page of our window sends them', async () => {
    page.sendFrom(own, bridgeChannels.open, id);
    page.sendFrom(own, bridgeChannels.message, id, call('w'));
    await vi.waitUntil(() => service.calls.length === 1, patiently);
    expect(problems).toEqual([]);
  });

  it.each<[string, SenderFrame | null]>([
    ['a page of the web', { url: 'https://evil.example/', parent: null }],
    ['a page that is named like ours', { url: 'https://contexture/', parent: null }],
    ['another host under our scheme', { url: 'app://evil/', parent: null }],
    ['a host that starts like ours', { url: 'app://contexture.evil.example/', parent: null }],
    ['an address with our host as its user', { url: 'app://contexture@evil.example/', parent: null }],
    ['a file', { url: 'file:///contexture/index.html', parent: null }],
    ['an empty page', { url: 'about:blank', parent: null }],
    ['no address at all', { url: '', parent: null }],
    ['a frame in our page', { url: 'app://contexture/', parent: {} }],
    ['a removed frame', null],
  ])('are refused from %s, and nothing runs', async (_, frame) => {
    page.sendFrom(own, bridgeChannels.open, id);
    await settled();
    page.sendFrom(frame, bridgeChannels.message, id, call('w'));
    page.sendFrom(frame, bridgeChannels.open, id);
    page.sendFrom(frame, bridgeChannels.close, id);
    await settled();
    expect(service.calls).toEqual([]);
    expect(service.left).toEqual([]);
    expect(problems).toEqual(Array(3).fill('A message from a page that is not ours was refused.'));
  });

  it('from contents that are not our window are refused', async () => {
    const other = electron.createPage();
    other.sendFrom(own, bridgeChannels.open, id);
    other.sendFrom(own, bridgeChannels.message, id, call('w'));
    await settled();
    expect(service.calls).toEqual([]);
    expect(problems).toHaveLength(2);
  });

  it.each<[string, readonly unknown[]]>([
    ['50 MB', [id, call('secret'.repeat(8_500_000))]],
    ['one byte too long', [id, JSON.stringify('é'.repeat(maxMessageBytes / 2))]],
    ['cut off', [id, call('secret').slice(0, -1)]],
    ['not JSON', [id, 'secret']],
    ['empty', [id, '']],
    ['an object instead of a text', [id, JSON.parse(call('secret'))]],
    ['a buffer', [id, new Uint8Array(8)]],
    ['nothing', [id]],
    ['more than was agreed', [id, call('secret'), { as: 'root' }]],
  ])('close the connection when they are %s: nothing runs, and the log omits their content', async (_, values) => {
    const transport = overBridge(bridgeOf(page));
    const closed = vi.fn();
    transport.onClose(closed);
    await settled();
    page.sendFrom(own, bridgeChannels.open, id);
    page.sendFrom(own, bridgeChannels.message, ...values);
    page.sendFrom(own, bridgeChannels.message, id, call('after'));
    await vi.waitUntil(() => service.left.length === 2, patiently);
    await settled();
    expect(service.calls).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems.join()).not.toContain('secret');

    const client = createClient(overBridge(bridgeOf(page)));
    await expect(client.call('settings.read', { workspace: 'w' })).resolves.toEqual(settingsAnswer);
  });

  it.each<[string, readonly unknown[]]>([
    ['without a name', []],
    ['with a name that is no text', [{ toString: () => id }].map(() => ({ length: 36 }))],
    ['with a name of another length', ['x'.repeat(10_000)]],
    ['with more than a name', [id, 'more']],
  ])('are refused when they open a connection %s', async (_, values) => {
    page.sendFrom(own, bridgeChannels.open, ...values);
    page.sendFrom(own, bridgeChannels.message, values[0], call('w'));
    await settled();
    expect(service.calls).toEqual([]);
    expect(problems).toHaveLength(1);
  });

  it('on an unused channel reach nothing', async () => {
    page.sendFrom(own, bridgeChannels.open, id);
    for (const channel of ['contexture', 'contexture:call', 'ELECTRON_BROWSER_REQUIRE', 'message', '__proto__']) {
      page.sendFrom(own, channel, id, call('w'));
    }
    await settled();
    expect(service.calls).toEqual([]);
  });

  it('are dropped silently when they belong to a connection from before a reload', async () => {
    page.sendFrom(own, bridgeChannels.open, id);
    await settled();
    page.contents.emit('did-navigate', {});
    page.sendFrom(own, bridgeChannels.message, id, call('w'));
    await settled();
    expect([service.calls, service.left, problems]).toEqual([[], ['window'], []]);
  });

  it.each([
    ['the page’s process dies', (of: IpcPage) => of.contents.emit('render-process-gone', {}, { reason: 'crashed' })],
    ['the window goes', (of: IpcPage) => of.destroy()],
  ])('end when %s', async (_, end) => {
    page.sendFrom(own, bridgeChannels.open, id);
    await settled();
    end(page);
    expect(service.left).toEqual(['window']);
    expect(service.listenerCount()).toBe(0);
  });

  it('continue when a navigation begins, which may be refused', async () => {
    page.sendFrom(own, bridgeChannels.open, id);
    await settled();
    page.contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    expect(service.left).toEqual([]);
  });
});
