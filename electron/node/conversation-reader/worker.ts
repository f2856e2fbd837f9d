import { maxConversationBytes } from '#shared/conversations/formats/size-limits.ts';
import { createFiles } from '../files.ts';
import { answerCalls } from '../thread.ts';
import { type PackedConversation, partsIn, type ReadPart, readWhole } from './read-whole.ts';
import { unpackZstd } from './unpack.ts';

type CallValues<T> = T extends (readPart: ReadPart, ...args: infer A) => unknown ? A : never;
type Result = Uint8Array | Awaited<ReturnType<typeof partsIn>> | readonly PackedConversation[] | null;

const { readPart } = createFiles();

const calls = {
  read: (...args: CallValues<typeof readWhole>) => readWhole(readPart, ...args),
  parts: (...args: CallValues<typeof partsIn>) => partsIn(readPart, ...args),
  unpackZstd: (bytes: Uint8Array) => unpackZstd(bytes, maxConversationBytes),
};

answerCalls(
  (name, values) => {
    const call = calls[name as keyof typeof calls] as (...given: readonly unknown[]) => Promise<unknown>;
    return call(...values);
  },
  (result) => buffersOf(result as Result),
);

function buffersOf(result: Result): ArrayBuffer[] {
  const bytes =
    result instanceof Uint8Array
      ? [result]
      : result !== null && 'parts' in result
        ? result.parts.map((part) => part.bytes)
        : (result ?? []).flatMap(({ held }) => held?.items.pages.map((page) => page.bytes) ?? []);
  return bytes.map(({ buffer }) => buffer as ArrayBuffer);
}
