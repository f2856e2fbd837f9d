import { join } from 'node:path';
import type { Rectangle } from 'electron';
import { z } from 'zod';
import { readAppJson, writeAppJson } from '#engine/app-files/app-json.ts';
import type { Ports } from '#engine/ports.ts';

const stateSchema = z.strictObject({
  bounds: z.strictObject({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() }),
  maximized: z.boolean(),
});
/** Position and size of the window when it was not maximised, in the system's own units. */
export type WindowState = z.infer<typeof stateSchema>;

export const minSize = { width: 640, height: 480 } as const;
const usual = { width: 1180, height: 800 } as const;
/** Part of a window that has to be on a display for a person to get hold of it. */
const graspable = { width: 120, height: 60 } as const;

export type WindowStateFile = ReturnType<typeof createWindowStateFile>;

export function createWindowStateFile(ports: Ports, onSetAside: (path: string) => void) {
  const path = join(ports.dataFolder, 'window.json');
  return {
    /** Reads the saved state; null if there is none. A damaged file is set aside. */
    read: (): Promise<WindowState | null> => readAppJson(ports, path, stateSchema.nullable(), null, onSetAside),
    keep: (state: WindowState): Promise<void> => writeAppJson(ports, path, state),
  };
}

/** Places the window where it was, or lets the system place it. @param workAreas of all displays, the main one first */
export function boundsOn(workAreas: readonly Rectangle[], state: WindowState | null) {
  const { width, height } = state?.bounds ?? usual;
  const home = workAreas.find((area) => state !== null && overlaps(state.bounds, area));
  const largest = home ?? workAreas[0] ?? usual;
  const size = {
    width: Math.max(minSize.width, Math.min(width, largest.width)),
    height: Math.max(minSize.height, Math.min(height, largest.height)),
  };
  return home === undefined || state === null ? size : { x: state.bounds.x, y: state.bounds.y, ...size };
}

function overlaps(window: Rectangle, area: Rectangle): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const down = Math.min(window.y + window.height, area.y + area.height) - Math.max(window.y, area.y);
  // A title bar above the screen could not be grasped.
  return across >= graspable.width && down >= graspable.height && window.y >= area.y;
}
