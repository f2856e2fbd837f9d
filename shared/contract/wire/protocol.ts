import { z } from 'zod';
import { errorDataSchema } from '../error-data.ts';

/** Messages over a transport, in both directions: plain JSON values, whatever carries them. */

const callId = z.int().min(0);

export const toHostSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('call'), id: callId, method: z.string().max(100), params: z.json() }),
  z.strictObject({ type: z.literal('cancel'), id: callId }),
]);
export type ToHost = z.infer<typeof toHostSchema>;

export const progressSchema = z.strictObject({ done: z.int(), total: z.int() });
/** Progress of long work, in its own units (files, entries). */
export type Progress = z.infer<typeof progressSchema>;

/** Results and events are checked by their own, stricter schemas: as JSON too, it took longer than all else. */
export const toClientSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('result'), id: callId, result: z.unknown() }),
  z.strictObject({ type: z.literal('error'), id: callId, error: errorDataSchema }),
  z.strictObject({ type: z.literal('progress'), id: callId, progress: progressSchema }),
  z.strictObject({ type: z.literal('event'), event: z.string().max(100), data: z.unknown() }),
]);
export type ToClient = z.infer<typeof toClientSchema>;

/** End of a two-way connection that carries JSON values in order. Subscribing returns the unsubscribe. */
export type Transport = {
  /** @throws `too_large` if the connection limits the size of a message */
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): () => void;
  /** Called once when the connection is gone, from either side. */
  onClose(listener: () => void): () => void;
  close(): void;
};
