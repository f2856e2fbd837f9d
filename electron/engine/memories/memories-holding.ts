import type { Result } from '#shared/contract/contract.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import type { FoundEntry } from '#shared/contract/features/memories.ts';
import { linesHolding } from '#shared/formats/erase.ts';
import { createEraser, type Eraser } from '#shared/text/eraser.ts';
import { readVersion } from '../app-files/file-version.ts';
import { isBelow } from '../app-files/is-below.ts';
import type { CancellationToken } from '../cancellation.ts';
import type { Ports } from '../ports.ts';
import { createLayout, type WorkspaceLayout } from '../workspace/layout.ts';
import type { FoundMemory } from './find-memories.ts';
import type { Projects } from './project-folder.ts';
import { describeMemory, type MemoryText, openFoundPlace, textsOf } from './read-memory.ts';
import { around, topicNamed } from './search-memories.ts';

type SearchScope = {
  readonly memories: readonly FoundMemory[];
  readonly projects: Projects;
  readonly here: WorkspaceLayout;
};

/** Memories that hold a text in any form, each with its archive, except the open one. */
export async function memoriesHolding(
  ports: Ports,
  { memories, projects, here }: SearchScope,
  texts: readonly string[],
  { cancelled }: Pick<CancellationToken, 'cancelled'>,
): Promise<Result<'memories.holding'>> {
  const eraser = createEraser(texts);
  const real = await ports.files.realPath(here.contextPath).catch(() => null);
  const isHere = ({ path, real: other }: FoundMemory): boolean =>
    path === here.root ||
    path === here.contextPath ||
    (real !== null && other === real) ||
    here.topicPath(ports.paths.basename(path)) === path;
  const answer: Result<'memories.holding'> = { holding: [], unread: [] };
  for (const found of memories.filter((each) => !isHere(each))) {
    if (cancelled()) {
      break;
    }
    try {
      const { lines, first } = await holdingIn(ports, found, eraser);
      if (lines > 0) {
        const memory = await describeMemory(ports, found, projects);
        answer.holding.push({ memory, lines, first: first && { ...first, memory } });
      }
    } catch (error) {
      answer.unread.push({ path: found.path, problem: toContextureError(error).message });
    }
  }
  return answer;
}

async function holdingIn(
  ports: Ports,
  memory: FoundMemory,
  eraser: Eraser,
): Promise<{ readonly lines: number; readonly first: Omit<FoundEntry, 'memory'> | null }> {
  let lines = 0;
  let first: Omit<FoundEntry, 'memory'> | null = null;
  let main: MemoryText | null = null;
  for await (const searched of textsOf(ports, memory)) {
    main ??= searched;
    const { file, text, format } = searched;
    if (!eraser.occurs(text)) {
      continue;
    }
    lines += countOf(text, eraser);
    const { entries } = format.read(text);
    const index = entries.findIndex(({ raw }) => eraser.occurs(raw));
    const entry = entries[index];
    if (first === null && entry) {
      const { section, key, value } = entry;
      const topic = topicNamed(ports, main, searched);
      first = { file, topic, index, section, key, value: around(value, eraser.find(value)[0]?.from ?? 0) };
    }
  }
  for (const text of await archivesOf(ports, memory)) {
    lines += eraser.occurs(text) ? countOf(text, eraser) : 0;
  }
  return { lines, first };
}

/** Number of lines that hold the text, at least one: a text over several lines is in none of them. */
const countOf = (text: string, eraser: Eraser): number => Math.max(1, linesHolding(text, eraser).length);

/** Texts in the archive of a memory, except behind a link or in unreadable files. */
async function archivesOf(ports: Ports, memory: FoundMemory): Promise<readonly string[]> {
  const { files, paths } = ports;
  const { archiveFolder, root } = createLayout(ports, await openFoundPlace(ports, memory));
  const realFolder = archiveFolder === null ? null : await files.realPath(archiveFolder).catch(() => null);
  const realRoot = await files.realPath(root).catch(() => null);
  if (realFolder === null || realRoot === null || !isBelow(ports, realRoot, realFolder)) {
    return [];
  }
  const texts: string[] = [];
  for (const { name, kind, mayBeLink } of await files.list(realFolder)) {
    if (kind === 'file' && !mayBeLink && name.endsWith('.md')) {
      const version = await readVersion(ports, paths.join(realFolder, name)).catch(() => null);
      texts.push(version?.text ?? '');
    }
  }
  return texts;
}
