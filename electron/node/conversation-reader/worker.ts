import { maxWholeBytes } from '#shared/conversations/formats/whole-formats.ts';
import { answerCalls } from '../thread.ts';
import { type PackedConversation, partOf, readWhole } from './read-whole.ts';
import { unpackZstd } from './unpack.ts';

/** Reads in a thread of its own. */
const calls = {
  read: readWhole,
  part: partOf,
  unpackZstd: (bytes: Uint8Array) => unpackZstd(bytes, maxWholeBytes),
};

answerCalls(
  (name, values) => {
    const call = calls[name as keyof typeof calls] as (...given: readonly unknown[]) => Promise<unknown>;
    return call(...values);
  },
  (result) => buffersOf(result as Uint8Array | readonly PackedConversation[] | null),
);

function buffersOf(result: Uint8Array | readonly PackedConversation[] | null): ArrayBuffer[] {
  const bytes =
    result instanceof Uint8Array
      ? [result]
      : (result ?? []).flatMap(({ items }) => items.pages.map((page) => page.bytes));
  return bytes.map(({ buffer }) => buffer as ArrayBuffer);
}
