import { toContextureError } from '#shared/contract/errors.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import type { CancellationToken } from '../cancellation.ts';
import type { Ports } from '../ports.ts';
import { findMemories } from './find-memories.ts';
import type { Projects } from './project-folder.ts';
import { nameByPlace, textsOf } from './read-memory.ts';

/** Gives every memory on this computer with its main file's entries, one by one. An unreadable one has the reason. */
export async function* otherMemories(
  ports: Ports,
  recent: () => Promise<readonly string[]>,
  projects: Projects,
  token: Pick<CancellationToken, 'cancelled'>,
) {
  for (const memory of await findMemories(ports, await recent())) {
    if (token.cancelled()) {
      return;
    }
    const { path } = memory;
    const name = await nameByPlace(ports, path, projects);
    let entries: readonly ParsedEntry[] = [];
    let writable = false;
    let problem: string | null = null;
    try {
      for await (const { text, format } of textsOf(ports, memory)) {
        entries = format.read(text).entries;
        writable = format.capabilities.readOnlyReason === null;
        break;
      }
    } catch (error) {
      problem = toContextureError(error).message;
    }
    yield { path, name, writable, entries, problem };
  }
}
