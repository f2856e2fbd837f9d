import type { ConversationReader } from '#engine/ports.ts';
import { answerCalls } from '../thread.ts';
import { createReader } from './reader.ts';

/** Runs the reader in a thread of its own. */
const reader = createReader();

answerCalls(
  (name, values) => {
    const call = reader[name as keyof ConversationReader] as (...given: readonly unknown[]) => unknown;
    return call(...values);
  },
  (result) => (result instanceof Uint8Array ? [result.buffer as ArrayBuffer] : []),
);
