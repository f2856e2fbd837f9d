import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNodeWorld, openIn } from './engine-world.ts';
import { done } from './start-work.ts';

/** A workspace on the disk, and actions on its workflows. */
export async function startArchiving() {
  const world = await createNodeWorld();
  const opened = await openIn(world, { startEmpty: true });
  const { call, workspace } = opened;
  const contexts = join(world.root, '.aifriday/contexts');
  const create = async () =>
    (await call('work.create', { workspace, type: 'note_processing', inputs: { raw_notes: 'n.md' } })).id;
  /** A workflow with a step, a checkpoint and agents' files, completed or not. */
  const worked = async ({ complete = true } = {}) => {
    const id = await create();
    await call('work.update', { workspace, id, update: done('initialize', 'one', { create_checkpoint: true }) });
    const artifacts = join(contexts, 'active', id, 'artifacts');
    mkdirSync(join(artifacts, 'empty'), { recursive: true });
    mkdirSync(join(artifacts, 'ünter ordner'));
    writeFileSync(join(artifacts, 'ünter ordner', `${'long '.repeat(30)}.bin`), Buffer.from([0, 1, 2, 255]));
    writeFileSync(join(artifacts, 'run.sh'), '#!/bin/sh\n', { mode: 0o750 });
    writeFileSync(join(artifacts, 'nothing.txt'), '');
    if (complete) {
      await call('work.complete', { workspace, id });
    }
    return id;
  };
  return { world, ...opened, contexts, create, worked };
}

/** Superseded files stay beside their place for a while. */
export const hiddenIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('.'));

/** The path of an archive. @param day any day of its month */
export const archiveIn = (contexts: string, day: string, id: string): string =>
  join(contexts, 'archived', ...day.slice(0, 7).split('-'), `${id}.tar.gz`);
