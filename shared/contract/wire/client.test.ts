import { describe, expect, it } from 'vitest';
import { ContextureError } from '../errors.ts';
import { createClient } from './client.ts';
import type { Transport } from './protocol.ts';

const transportThat = (send: Transport['send']): Transport => ({
  send,
  onMessage: () => () => {},
  onClose: () => () => {},
  close: () => {},
});

describe('a client', () => {
  it('fails a call that the transport will not carry, and goes on', async () => {
    const client = createClient(
      transportThat(() => {
        throw new ContextureError('too_large', 'That is more than fits.');
      }),
    );
    await expect(client.call('app.start', {})).rejects.toMatchObject({ code: 'too_large' });
    await expect(client.call('app.start', {})).rejects.toMatchObject({ code: 'too_large' });
  });

  it('sends nothing for a call that was cancelled before it was sent', async () => {
    const sent: unknown[] = [];
    const client = createClient(transportThat((message) => sent.push(message)));
    const call = client.call('app.start', {}, { onStart: (cancel) => cancel() });
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    expect(sent).toEqual([]);
  });
});
