import { join } from 'node:path';
import type { Rectangle } from 'electron';
import { z } from 'zod';
import { readAppJson, writeAppJson } from '#engine/app-files/app-json.ts';
import type { Ports } from '#engine/ports.ts';

const placeSchema = z.strictObject({
  bounds: z.strictObject({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() }),
  maximized: z.boolean(),
});
/** Position and size of a window when it was not maximised, in the system's own units. */
export type WindowPlace = z.infer<typeof placeSchema>;

const windowsSchema = z.strictObject({
  /** Place of the window that was moved last. */
  last: placeSchema.nullable(),
  /** Place of a window by the path of the memory it showed, the latest last. */
  memories: z.array(z.strictObject({ path: z.string(), place: placeSchema })),
  /** Paths of the memories that were open, each in its window. */
  open: z.array(z.string()),
});
const fileSchema = z.union([
  windowsSchema,
  // Earlier versions had one window.
  placeSchema.transform((last) => ({ last, memories: [], open: [] })),
]);
const noWindows: z.output<typeof windowsSchema> = { last: null, memories: [], open: [] };

const maxMemories = 100;
export const minSize = { width: 640, height: 480 } as const;
const usual = { width: 1180, height: 800 } as const;
/** Part of a window that has to be on a display for a person to get hold of it. */
const graspable = { width: 120, height: 60 } as const;
/** Distance of a window from another that would lie exactly over it, in pixels. */
const step = 28;

export type WindowStates = ReturnType<typeof createWindowStates>;

/** Keeps where windows were and what they showed. */
export function createWindowStates(ports: Ports, onSetAside: (path: string) => void) {
  const path = join(ports.dataFolder, 'window.json');
  let state = noWindows;
  let writing = Promise.resolve();

  function keep(change: Partial<typeof noWindows>): Promise<void> {
    state = { ...state, ...change };
    const write = (): Promise<void> => writeAppJson(ports, path, state);
    writing = writing.then(write).catch(() => ports.log('warn', 'Where the windows are was not saved.'));
    return writing;
  }

  return {
    /** Reads what was kept. A damaged file is set aside. Returns the paths of the memories that were open. */
    async read(): Promise<readonly string[]> {
      state = await readAppJson(ports, path, fileSchema, noWindows, onSetAside);
      return state.open;
    },
    /** @param memory path of the memory the window is to show; null for none */
    placeOf: (memory: string | null): WindowPlace | null =>
      state.memories.find((each) => each.path === memory)?.place ?? state.last,
    keepPlace(memory: string | null, place: WindowPlace): Promise<void> {
      const others = state.memories.filter((each) => each.path !== memory);
      const memories = memory === null ? others : [...others, { path: memory, place }].slice(-maxMemories);
      return keep({ last: place, memories });
    },
    keepOpen: (open: readonly string[]): Promise<void> => keep({ open: [...open] }),
  };
}

/**
 * Places the window where it was, or lets the system place it.
 * @param workAreas of all displays, the main one first
 * @param taken bounds of the other windows
 */
export function boundsOn(workAreas: readonly Rectangle[], place: WindowPlace | null, taken: readonly Rectangle[] = []) {
  const { width, height } = place?.bounds ?? usual;
  const bounds = place === null ? null : besideOthers(place.bounds, taken);
  const home = workAreas.find((area) => bounds !== null && overlaps(bounds, area));
  const largest = home ?? workAreas[0] ?? usual;
  const size = {
    width: Math.max(minSize.width, Math.min(width, largest.width)),
    height: Math.max(minSize.height, Math.min(height, largest.height)),
  };
  return home === undefined || bounds === null ? size : { x: bounds.x, y: bounds.y, ...size };
}

function besideOthers(bounds: Rectangle, taken: readonly Rectangle[]): Rectangle {
  return taken.some(({ x, y }) => x === bounds.x && y === bounds.y)
    ? besideOthers({ ...bounds, x: bounds.x + step, y: bounds.y + step }, taken)
    : bounds;
}

function overlaps(window: Rectangle, area: Rectangle): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const down = Math.min(window.y + window.height, area.y + area.height) - Math.max(window.y, area.y);
  // A title bar above the screen could not be grasped.
  return across >= graspable.width && down >= graspable.height && window.y >= area.y;
}
