import { toContextureError } from '#shared/contract/errors.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { formatOfFile } from '#shared/formats/formats.ts';
import { readTopic, type Topic } from '#shared/topics/topic.ts';
import type { CancellationToken } from '../cancellation.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';
import { createLayout, type WorkspaceLayout } from '../workspace/layout.ts';
import { findMemories } from './find-memories.ts';
import type { Projects } from './project-folder.ts';
import { describeMemory, nameByPlace, openFoundPlace, textsOf } from './read-memory.ts';
import { layoutWithNotes } from './waiting.ts';

export type MemoryAtHand = {
  /** Path that opens it. */
  readonly path: string;
  readonly name: string;
  readonly layout: WorkspaceLayout;
  readonly document: MemoryDocument;
  readonly dataFolder: string;
  /** Topic files by name; read on request. */
  readonly topics: () => Promise<ReadonlyMap<string, Topic>>;
};

export async function* memoriesAtHand(
  ports: Ports,
  recent: () => Promise<readonly string[]>,
  projects: Projects,
  token: Pick<CancellationToken, 'cancelled'>,
): AsyncGenerator<MemoryAtHand> {
  for (const memory of await findMemories(ports, await recent())) {
    if (token.cancelled()) {
      return;
    }
    const { path, problem } = memory;
    const place = problem === null ? await openFoundPlace(ports, memory).catch(() => null) : null;
    if (place === null) {
      continue;
    }
    const layout = createLayout(ports, place);
    yield {
      path,
      name: await nameByPlace(ports, path, projects),
      layout,
      document: layout.format.read(place.version.text),
      dataFolder: place.dataFolder,
      async topics() {
        const topics = new Map<string, Topic>();
        await orLogged(ports, 'The topics of a memory could not be read', async () => {
          for await (const { file, text } of textsOf(ports, memory)) {
            const name = ports.paths.basename(file);
            if (layout.topicPath(name) === file && formatOfFile(file) !== null) {
              topics.set(name, readTopic(text));
            }
          }
        });
        return topics;
      },
    };
  }
}

/** Memories at these paths, with the reason if one can’t be read. */
export async function* knownMemories(
  ports: Ports,
  opened: readonly string[],
  projects: Projects,
  { cancelled }: Pick<CancellationToken, 'cancelled'>,
) {
  for (const memory of (await findMemories(ports, opened)).filter(({ recent }) => recent)) {
    if (cancelled()) {
      return;
    }
    const which = await describeMemory(ports, memory, projects);
    try {
      const place = memory.problem === null ? await openFoundPlace(ports, memory) : null;
      const now = place && { ...place, layout: await layoutWithNotes(ports, place) };
      yield { which, now, problem: memory.problem };
    } catch (error) {
      yield { which, now: null, problem: toContextureError(error).message };
    }
  }
}

/** An unreadable memory has the reason. */
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
