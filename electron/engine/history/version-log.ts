import { createJsonLines } from '../app-files/json-lines.ts';
import type { Ports } from '../ports.ts';
import { type Line, lastPosition, parseLines } from './history-lines.ts';

export type VersionLog = ReturnType<typeof createVersionLog>;

/** The lines of `versions.jsonl`. @param onChange told that another process or program has changed them */
export function createVersionLog(ports: Ports, path: () => string, onChange: () => void) {
  const file = createJsonLines(ports, path);
  let lines: readonly Line[] = [];
  /** Lines that were there and are there no more, until others take their place: where, and how far they went. */
  let takenAway: { readonly path: string; readonly last: number } | null = null;
  /** The file whose lines another program took out, leaving it empty: those that are known stay in force. */
  let emptied: string | null = null;

  async function fresh(): Promise<readonly Line[]> {
    const read = await file.read();
    if (read !== null) {
      if (read.isThere) {
        takenAway = null;
      } else if (read.isNews && lines.length > 0) {
        takenAway = { path: path(), last: lastPosition(lines) };
      }
      const now = parseLines(read.lines);
      // We never write less than a line, so this is another program's doing, or a disk's that was cut off.
      if (read.isFile && now.length === 0 && lines.length > 0) {
        emptied = path();
        return lines;
      }
      lines = now;
      if (read.isNews) {
        onChange();
      }
    }
    return lines;
  }

  /** Adds lines; one that bears the position of another takes its place. */
  async function append(...added: readonly Line[]): Promise<void> {
    await file.append(...added.map((line) => JSON.stringify(line)));
    lines = added.reduce(withLine, lines);
  }

  return {
    lines: fresh,
    /** The same as far as they are known, without a look at the disk; null where they are not. */
    known: (): readonly Line[] | null => (file.isKnown() ? lines : null),
    append,
    async replace(others: readonly Line[]): Promise<void> {
      await file.replace(others.map((line) => JSON.stringify(line)));
      lines = others;
    },
    /** The lines to add to. That what was kept is gone is the first thing worth knowing of what is kept from then on. */
    async begin(): Promise<readonly Line[]> {
      await fresh();
      if (takenAway?.path === path()) {
        const note = 'The history was deleted by another app; it starts over here.';
        // Positions go on: others know some of those that are gone, and none is to mean something else.
        await append({ position: takenAway.last + 1, at: ports.clock.now(), note });
        takenAway = null;
      }
      if (emptied === path()) {
        emptied = null;
        const note = 'The list of versions was emptied by another app; it was put back as it was.';
        const next: Line = { position: lastPosition(lines) + 1, at: ports.clock.now(), note };
        await file.replace([...lines, next].map((line) => JSON.stringify(line)));
        lines = [...lines, next];
      }
      return lines;
    },
  };
}

/** A line more, or in the place of the one that bears its position. */
function withLine(lines: readonly Line[], line: Line): readonly Line[] {
  if (lastPosition(lines) < line.position) {
    return [...lines, line];
  }
  const others = lines.filter(({ position }) => position !== line.position);
  return [...others, line].sort((one, other) => one.position - other.position);
}
