import type { Fill } from '#shared/contract/features/memories.ts';
import type { TextMeasure } from '#shared/entries/measure.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { Room } from './places.ts';

/**
 * How full a memory is, by the room it fills most of; null where nobody says how much there is.
 * @param bytes how large its file is
 */
export function fillOf(
  document: MemoryDocument,
  { bytes, measure, room }: { readonly bytes: number; readonly measure: TextMeasure; readonly room: readonly Room[] },
): Fill | null {
  const used: Readonly<Record<Fill['unit'], () => number>> = {
    tokens: () => measure.tokensOf(measure.ofDocument(document)),
    bytes: () => bytes,
    lines: () => linesOf(document.text),
    // As programs count that are not written in JavaScript.
    characters: () => [...document.text.trim()].length,
  };
  const fills = room.map(({ unit, limit }) => ({ used: used[unit](), limit, unit }));
  const [most] = fills.sort((one, other) => other.used / other.limit - one.used / one.limit);
  return most ?? null;
}

/** A line end at the end begins no line. */
function linesOf(text: string): number {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
}
