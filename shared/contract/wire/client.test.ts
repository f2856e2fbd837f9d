import { describe, expect, it } from 'vitest';
import { events, methods } from '../contract.ts';
import { ContextureError } from '../errors.ts';
import { startContract } from '../start-contract.ts';
import { createClientOf } from './client.ts';
import type { Transport } from './protocol.ts';
import { createClient } from './whole-client.ts';

const transportThat = (send: Transport['send']): Transport => ({
  send,
  onMessage: () => () => {},
  onClose: () => () => {},
  close: () => {},
});

describe('a client', () => {
  it('fails a call that the transport refuses, and goes on', async () => {
    const client = createClient(
      transportThat(() => {
        throw new ContextureError('too_large', 'That is more than fits.');
      }),
    );
    await expect(client.call('app.start', {})).rejects.toMatchObject({ code: 'too_large' });
    await expect(client.call('app.start', {})).rejects.toMatchObject({ code: 'too_large' });
  });

  it('sends nothing for a call cancelled before it was sent', async () => {
    const sent: unknown[] = [];
    const client = createClient(transportThat((message) => sent.push(message)));
    const call = client.call('app.start', {}, { onStart: (cancel) => cancel() });
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    expect(sent).toEqual([]);
  });

  it('loads the rest of the contract for the first message that needs it, and keeps messages in order', async () => {
    let deliver = (_: unknown): void => undefined;
    const transport: Transport = {
      ...transportThat(() => undefined),
      onMessage: (listener) => {
        deliver = listener;
        return () => undefined;
      },
    };
    let loads = 0;
    const rest = async () => {
      loads += 1;
      return { methods, events };
    };
    const client = createClientOf({ ...startContract, rest }, transport);
    const heard: string[] = [];
    const settled = new Promise<void>((resolve) => {
      client.on('archive.changed', () => heard.push('archive'));
      client.on('recent.changed', () => {
        heard.push('recent');
        resolve();
      });
    });
    deliver({ type: 'event', event: 'archive.changed', data: { workspace: 'one', revision: 1 } });
    deliver({ type: 'event', event: 'recent.changed', data: {} });
    expect(heard).toEqual([]);
    await settled;
    expect(heard).toEqual(['archive', 'recent']);
    expect(loads).toBe(1);
  });
});
