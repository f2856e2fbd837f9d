import type { Fill } from '#shared/contract/features/memories.ts';
import { charactersIn } from '#shared/text/counts.ts';
import type { FileVersion } from '../app-files/file-version.ts';
import type { Room } from './places.ts';

/** How full a file is, by the room it fills most of; null where nobody says how much there is. */
export function fillOfRoom({ text, bytes }: FileVersion, room: readonly Room[]): Fill | null {
  const used: Readonly<Record<Room['unit'], () => number>> = {
    bytes: () => bytes.length,
    lines: () => linesOf(text),
    characters: () => charactersIn(text.trim()),
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
