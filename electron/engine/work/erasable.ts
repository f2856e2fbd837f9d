import { eraseFromWorkflow, saidInWorkflow } from '#shared/formats/workflow/erase-workflow.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import { eraseFromBytes } from '../history/erase-versions.ts';
import type { StepFile, StepInput } from '../steps/step.ts';
import type { Commit } from '../workspace/commit.ts';
import { type ErasableArea, eraseByStep, type Search, textAt } from '../workspace/erasable-area.ts';
import type { Followed } from '../workspace/followed.ts';

/** The files of workflows, with what agents made in them, and what is kept of the agents. */
export function workArea({ ports, work, layout }: Followed, commit: Commit): ErasableArea {
  const erase = (bytes: Uint8Array, eraser: Eraser): Uint8Array =>
    eraseFromBytes(ports, bytes, eraser, (text) => eraseFromWorkflow(text, eraser));

  async function listed(unread: Search['unread']): Promise<readonly string[]> {
    try {
      return await work.allFiles();
    } catch (error) {
      unread(work.places.root, error);
      return [];
    }
  }

  /** Files that are erased from in one step: a context says of its checkpoints what is in them. */
  async function erasedTogether(input: StepInput, paths: readonly string[], eraser: Eraser): Promise<StepFile[]> {
    const renamed = new Map<string, string>();
    const files: StepFile[] = [];
    for (const path of [...paths].sort((one, other) => Number(isContext(one)) - Number(isContext(other)))) {
      const now = await input.bytes(path);
      let after = now && erase(now.bytes, eraser);
      if (after && isContext(path)) {
        const text = ports.decodeText(after);
        const named = text === null ? null : [...renamed].reduce((all, [old, next]) => all.replaceAll(old, next), text);
        after = named === null || named === text ? after : ports.encodeText(named);
      }
      if (now && after && after !== now.bytes) {
        renamed.set(now.hash, ports.hash(after));
        files.push({ path, after, phase: 'changes' });
      }
    }
    return files;
  }

  const isContext = (path: string): boolean => ports.paths.basename(path) === 'context.json';

  return {
    holds: 'the person’s files',
    size: async ({ unread }) => (await listed(unread)).length,
    async *texts({ next, unread, eraser, stays }) {
      for (const path of await listed(() => undefined)) {
        next();
        const text = await textAt(ports, path, unread);
        for (const said of text === null ? [] : saidInWorkflow(text)) {
          yield { place: 'work', thing: path, text: said, without: (from) => from.cutEscaped(said) };
        }
        if (eraser?.occurs(layout.nameOf(path))) {
          stays({ path, why: 'It is in its name, by which agents find it. Rename or delete it to be rid of it.' });
        }
      }
    },
    async erase(erasing) {
      const { eraser, failed } = erasing;
      const groups = new Map<string, string[]>();
      for (const path of await listed((of) => failed(of, 'It could not be looked into.'))) {
        const group = work.places.folderOf(path);
        groups.set(group, [...(groups.get(group) ?? []), path]);
      }
      for (const [group, paths] of groups) {
        await eraseByStep(commit, erasing, group, (input) => erasedTogether(input, paths, eraser));
      }
    },
    remembers: null,
  };
}
