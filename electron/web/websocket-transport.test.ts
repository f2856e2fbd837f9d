import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { describeContract } from '#shared/contract/testing/contract-suite.ts';
import { createHost } from '#shared/contract/wire/host.ts';
import type { Transport } from '#shared/contract/wire/protocol.ts';
import { patiently } from '#shared/testing/patiently.ts';
import { connectWebSocket, proveTo } from '#testing/connect-web-socket.ts';
import { readProofRequest } from './access.ts';
import { createKeys } from './keys.ts';
import { createSocketServer, type SocketServer } from './websocket-transport.ts';

const keys = createKeys('what keys are made from in these tests');

async function listen(sockets: SocketServer): Promise<{ address: string; close: () => Promise<void> }> {
  const server = createServer();
  server.on('upgrade', (request, socket, head) => {
    const asked = readProofRequest(request.headers);
    if (asked !== null) {
      sockets.accept(request, socket, head, asked);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`,
    close: async () => {
      await sockets.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describeContract('WebSocket', async () => {
  const arrivals: ((transport: Transport) => void)[] = [];
  const sockets = createSocketServer({
    keys,
    onTransport: (transport) => arrivals.shift()?.(transport),
    onProblem: () => {},
  });
  const { address, close } = await listen(sockets);
  let connections = 0;

  return {
    connect: async (service, onProblem) => {
      connections += 1;
      const caller = `web-${connections}`;
      const arrived = new Promise<Transport>((resolve) => {
        // The host has to listen before the first message comes, as in reality.
        arrivals.push((transport) => {
          createHost(service, transport, { caller, onProblem });
          resolve(transport);
        });
      });
      const transport = await connectWebSocket(address, keys.newCode());
      const host = await arrived;
      return { transport, caller, hangUp: () => host.close() };
    },
    close,
  };
});

describe('a page that does not read', () => {
  it('is disconnected before its pending messages fill the memory', async () => {
    const problems: string[] = [];
    let host: Transport | undefined;
    const closed = vi.fn();
    const sockets = createSocketServer({
      keys,
      onTransport: (transport) => {
        host = transport;
        transport.onClose(closed);
      },
      onProblem: (problem) => problems.push(problem),
      maxWaitingBytes: 1024 * 1024,
    });
    const { address, close } = await listen(sockets);
    const { socket: page } = await proveTo(address, keys.newCode());
    await vi.waitUntil(() => host !== undefined, patiently);
    page.pause();
    // The system's buffers take some of it first.
    for (let sent = 0; sent < 1000 && closed.mock.calls.length === 0; sent++) {
      host?.send('x'.repeat(100_000));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await vi.waitUntil(() => closed.mock.calls.length === 1, patiently);
    expect(problems).toEqual(['A page that does not read what it is sent was cut off.']);
    page.terminate();
    await close();
  });
});
