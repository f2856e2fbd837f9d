import { z } from 'zod';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Watch } from '../ports.ts';
import { createSignal } from '../signal.ts';
import type { Turn } from '../workspace/access.ts';
import type { Base } from '../workspace/base.ts';
import { type KnownFile, lookAtFile } from './memory-file.ts';

/** Real paths outside the workspace that the person lets an assistant read. */
const approvalsSchema = z.strictObject({ approved: z.array(z.string()) });

/**
 * The files that an assistant reads before the memory: found, read and watched, never written. What really lies outside
 * the workspace, be it by a link, is read only once the person has approved that very place.
 * @param listed what the settings list, in order
 */
export function createMemoryFiles({ ports, layout, dataFolder, tell }: Base, listed: () => readonly string[]) {
  const { files, paths } = ports;
  /** A file may have changed, and is to be looked at. */
  const hinted = createSignal();
  let known: readonly KnownFile[] = [];
  let watch: { readonly places: string; readonly watch: Watch } | null = null;
  /** In the workspace's own data, where no assistant and no copied folder can write. */
  const approvalsPath = (): string => paths.join(dataFolder.current(), 'approvals.json');
  const approvals = async (): Promise<ReadonlySet<string>> =>
    new Set((await readAppJson(ports, approvalsPath(), approvalsSchema, { approved: [] })).approved);

  /** Follows the places there are now. */
  async function watchAgain(): Promise<void> {
    const places = known.map(({ view }) => view.place);
    if (watch?.places === places.join('\n')) {
      return;
    }
    await watch?.watch.close();
    const folders: string[] = [];
    watch =
      places.length === 0
        ? null
        : {
            places: places.join('\n'),
            watch: ports.watcher.watch({ files: places, folders, archive: null }, () => void hinted.emit()),
          };
  }

  return {
    hinted,
    /** Reads what is new. Never rejects: a file that can't be read is a state of it. */
    async refresh(_: Turn): Promise<void> {
      try {
        const wanted = listed();
        const approved = wanted.length === 0 ? new Set<string>() : await approvals();
        // The memory itself is read after all of them.
        const taken = new Set([(await files.realPath(layout.contextPath)) ?? layout.contextPath]);
        const next: KnownFile[] = [];
        for (const path of wanted) {
          const found = await lookAtFile(ports, path, { root: layout.root, approved, taken, known });
          if (found.view.state === 'read') {
            taken.add(found.view.place);
          }
          next.push(found);
        }
        const isNews = JSON.stringify(next.map(({ view }) => view)) !== JSON.stringify(known.map(({ view }) => view));
        known = next;
        await watchAgain();
        if (isNews) {
          tell('sources.changed', {});
        }
      } catch (error) {
        ports.log('warn', `The memory files could not be looked at: ${toContextureError(error).code}.`);
      }
    },
    list: (): readonly MemoryFile[] => known.map(({ view }) => view),
    /** Those that are read, in order, each once however often it is listed. */
    read: (): readonly { readonly name: string; readonly text: string }[] =>
      known.flatMap(({ view: { name }, text }) => (text === null ? [] : [{ name, text }])),
    /** The text of a file that is read, by its path in the settings; null for any other. */
    text: (path: string): string | null =>
      known.find(({ view, text }) => view.path === path && text !== null)?.text ?? null,
    /** Where a file on the list is. @throws `not_found` for one that is not */
    placeOf(path: string): string {
      const place = known.find(({ view }) => view.path === path)?.view.place;
      if (place === undefined) {
        throw new ContextureError('not_found', `${path} is not one of the files that are read here.`, { path });
      }
      return place;
    },
    /** Lets a place outside the workspace be read, or no longer. */
    async approve(_: Turn, place: string, approve: boolean): Promise<void> {
      const approved = new Set(await approvals());
      if (approve) {
        approved.add(place);
      } else {
        approved.delete(place);
      }
      await writeAppJson(ports, approvalsPath(), { approved: [...approved] });
    },
    async close(): Promise<void> {
      await watch?.watch.close();
      watch = null;
    },
  };
}
export type MemoryFiles = ReturnType<typeof createMemoryFiles>;
