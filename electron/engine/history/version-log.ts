import { createJsonLines } from '../app-files/json-lines.ts';
import type { Ports } from '../ports.ts';
import { type HistoryRecord, lastPosition, parseLines } from './history-lines.ts';

export type VersionLog = ReturnType<typeof createVersionLog>;

/** Lines of `versions.jsonl`. @param onChange called when another process or program has changed them */
export function createVersionLog(ports: Ports, path: () => string, onChange: () => void = () => undefined) {
  const file = createJsonLines(ports, path);
  let lines: readonly HistoryRecord[] = [];
  /** Lines that are gone, until others take their place: their path and last position. */
  let takenAway: { readonly path: string; readonly last: number } | null = null;
  /** File that another program emptied: the known lines stay in force. */
  let emptied: string | null = null;

  async function fresh(): Promise<readonly HistoryRecord[]> {
    const read = await file.read();
    if (read !== null) {
      if (read.isThere) {
        takenAway = null;
      } else if (read.isNews && lines.length > 0) {
        takenAway = { path: path(), last: lastPosition(lines) };
      }
      const now = parseLines(read.lines);
      // We never write less than a line, so another program did this, or a disk that was cut off.
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

  async function append(...added: readonly HistoryRecord[]): Promise<void> {
    await file.append(...added.map((line) => JSON.stringify(line)));
    lines = added.reduce(withLine, lines);
  }

  return {
    lines: fresh,
    known: (): readonly HistoryRecord[] | null => (file.isKnown() ? lines : null),
    append,
    async replace(others: readonly HistoryRecord[]): Promise<void> {
      await file.replace(others.map((line) => JSON.stringify(line)));
      lines = others;
    },
    /** Lines to add to. If the history was lost, a note of that comes first. */
    async begin(): Promise<readonly HistoryRecord[]> {
      await fresh();
      if (takenAway?.path === path()) {
        const note = 'The history was deleted by another app; it starts over here.';
        // Positions go on: others know some of the lost ones, and none may mean something else.
        await append({ position: takenAway.last + 1, at: ports.clock.now(), note });
        takenAway = null;
      }
      if (emptied === path()) {
        emptied = null;
        const note = 'The list of versions was emptied by another app; it was put back as it was.';
        const next: HistoryRecord = { position: lastPosition(lines) + 1, at: ports.clock.now(), note };
        await file.replace([...lines, next].map((line) => JSON.stringify(line)));
        lines = [...lines, next];
      }
      return lines;
    },
  };
}

function withLine(lines: readonly HistoryRecord[], line: HistoryRecord): readonly HistoryRecord[] {
  if (lastPosition(lines) < line.position) {
    return [...lines, line];
  }
  const others = lines.filter(({ position }) => position !== line.position);
  return [...others, line].sort((one, other) => one.position - other.position);
}
