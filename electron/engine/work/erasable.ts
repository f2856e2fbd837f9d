import { grouped } from '#shared/entries/multimap.ts';
import { rewrittenChanges } from '#shared/formats/workflow/archive-index.ts';
import { eraseFromWorkflow, saidInWorkflow } from '#shared/formats/workflow/erase-workflow.ts';
import { changeJsonText, readJsonText } from '#shared/formats/workflow/json-text.ts';
import { isObject } from '#shared/formats/workflow/json-values.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import { eraseFromBytes } from '../history/erase-versions.ts';
import type { Ports } from '../ports.ts';
import type { StepFile, StepInput } from '../steps/step.ts';
import {
  type ErasableArea,
  type ErasableText,
  type EraseSearch,
  type ErasureStep,
  eraseByStep,
  textAt,
} from '../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { archiveEnding } from './places.ts';
import { createUnfinishedArchiving, type IndexNeeds } from './unfinished-archiving.ts';

type AreaNeeds = IndexNeeds & Pick<WorkspaceParts, 'access' | 'commit'>;

/** Files of workflows, with what agents made in them, the agents' own files, and the archives. */
export function workArea(needs: AreaNeeds): ErasableArea {
  const { ports, access, work, layout, commit } = needs;
  const begun = createUnfinishedArchiving(needs);

  const listed = (onUnread: EraseSearch['onUnread']): Promise<readonly string[]> =>
    work.allFiles({ link: () => undefined, unread: onUnread });

  async function* textsIn(path: string, { onUnread, eraser, onKept }: EraseSearch): AsyncGenerator<ErasableText> {
    const reportName = (name: string): void => {
      if (eraser?.occurs(name)) {
        onKept({ path, why: 'It is in its name, by which agents find it. Rename or delete it to be rid of it.' });
      }
    };
    reportName(layout.nameOf(path));
    if (!isArchive(path)) {
      const text = await textAt(ports, path, onUnread);
      yield* foundIn(path, text);
      return;
    }
    try {
      await work.checkInside(path);
      for await (const file of ports.folderArchives.read(path, () => true)) {
        reportName(file.path);
        yield* foundIn(`${path}: ${file.path}`, ports.decodeText(file.bytes));
      }
    } catch (error) {
      onUnread(path, error);
    }
  }

  async function erasedTogether(input: StepInput, paths: readonly string[], eraser: Eraser): Promise<StepFile[]> {
    const files: InFolder[] = [];
    for (const path of paths) {
      const now = await input.bytes(path);
      files.push(...(now ? [{ path, bytes: now.bytes }] : []));
    }
    const after = erasedFiles(ports, eraser);
    files.filter(({ path }) => !isContext(path)).map(after.take);
    files.filter(({ path }) => isContext(path)).map(after.take);
    return [...after.changed].map(([path, bytes]) => ({ path, after: bytes, phase: 'changes' }));
  }

  return {
    holds: 'the person’s files',
    size: async ({ onUnread }) => (await listed(onUnread)).length,
    async *texts(search) {
      for (const path of await listed(() => undefined)) {
        search.countOne();
        yield* textsIn(path, search);
      }
    },
    async erase(erasing) {
      const { turn, eraser, failed, tryOnFile } = erasing;
      await tryOnFile(work.places.archiveRoot, () =>
        access.locked(turn, async (locked) => {
          await begun.recover(locked);
          await work.sweepHidden();
        }),
      );
      const paths = await listed((of) => failed(of, 'It could not be looked into.'));
      const { folderOf } = work.places;
      for (const group of grouped(
        paths.filter((path) => !isArchive(path)),
        folderOf,
      )) {
        await eraseByStep(commit, erasing, folderOf(group[0]), (input) => erasedTogether(input, group, eraser));
      }
      await eraseFromArchives(needs, erasing);
    },
    remembers: null,
  };
}

const isArchive = (path: string): boolean => path.endsWith(archiveEnding);
const isContext = (path: string): boolean => /(?:^|[/\\])context\.json$/.test(path);

function* foundIn(thing: string, text: string | null): Generator<ErasableText> {
  for (const part of text === null ? [] : saidInWorkflow(text)) {
    yield { place: 'work', thing, text: part, without: (from) => from.cutEscaped(part) };
  }
}

type InFolder = { readonly path: string; readonly bytes: Uint8Array };

/** Collects a workflow's files after erasing. Its context comes last, since it has hashes of its checkpoints. */
function erasedFiles(ports: Ports, eraser: Eraser) {
  const renamed = new Map<string, string>();
  const changed = new Map<string, Uint8Array>();
  return {
    changed,
    take({ path, bytes }: InFolder): void {
      let after = eraseFromBytes(ports, bytes, eraser, (text) => eraseFromWorkflow(text, eraser));
      const text = isContext(path) ? ports.decodeText(after) : null;
      if (text !== null) {
        const renewed = [...renamed].reduce((all, [old, next]) => all.replaceAll(old, next), text);
        after = renewed === text ? after : ports.encodeText(renewed);
      }
      if (after !== bytes) {
        renamed.set(ports.hash(bytes), ports.hash(after));
        changed.set(path, after);
      }
    },
  };
}

/** Rewrites each archive that contains the text, and updates the index of its month. */
async function eraseFromArchives({ ports, access, work, commit }: AreaNeeds, erasing: ErasureStep): Promise<void> {
  const { turn, eraser, failed, tryOnFile } = erasing;
  for await (const { month, id, path } of work.archived.all((of) => failed(of, 'It could not be looked into.'))) {
    const rewritten = await tryOnFile(path, () =>
      access.locked(turn, async () => {
        await work.checkInside(path);
        const after = erasedFiles(ports, eraser);
        const contexts: InFolder[] = [];
        for await (const file of ports.folderArchives.read(path, () => true)) {
          (isContext(file.path) ? (one: InFolder) => contexts.push(one) : after.take)(file);
        }
        contexts.map(after.take);
        return after.changed.size === 0 ? null : ports.folderArchives.rewrite(path, after.changed);
      }),
    );
    if (rewritten) {
      const index = work.places.archiveIndex(month);
      await eraseByStep(commit, erasing, index, async (input) => {
        const text = ports.decodeText((await input.bytes(index))?.bytes ?? new Uint8Array()) ?? '';
        const parsed = readJsonText(text);
        const changes = isObject(parsed) ? rewrittenChanges(parsed, id, rewritten) : [];
        const after = ports.encodeText(changeJsonText(text, changes));
        return changes.length === 0 ? [] : [{ path: index, after, phase: 'changes' }];
      });
    }
  }
}
