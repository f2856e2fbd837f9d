import type { Command } from 'commander';
import type { Place } from './with-workspace.ts';

export type WorkspaceOptions = { readonly workspace: string; readonly startEmpty?: boolean; readonly json?: boolean };

/** Adds the options of every command on a workspace. */
export function onWorkspace(command: Command): Command {
  return command
    .option('-w, --workspace <folder>', 'workspace folder, or its context file (default: the current folder)', '.')
    .option('--json', 'print the answer as JSON');
}

/** The same for a command that makes sense where there is no memory yet. */
export function onAnyWorkspace(command: Command): Command {
  return onWorkspace(command).option('--start-empty', 'also where the folder holds no memory yet', false);
}

export function placeOf({ workspace, startEmpty }: WorkspaceOptions): Place {
  return { path: workspace, startEmpty };
}
