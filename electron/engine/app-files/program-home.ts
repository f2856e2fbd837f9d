import type { ProgramHome } from '#shared/programs/program.ts';
import type { Ports } from '../ports.ts';

/** Folder of a program's data on this computer; null if there is none, or only a variable that isn't set tells it. */
export function homeOf({ paths, homeFolder, variable }: Ports, home: ProgramHome | undefined): string | null {
  const said = home?.variable === undefined ? null : variable(home.variable);
  const usual = home?.folder == null ? null : paths.join(homeFolder, home.folder);
  const folder = said ?? usual;
  return folder === null ? null : paths.resolve(folder);
}
