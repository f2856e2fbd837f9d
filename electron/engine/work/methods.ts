import { ContextureError } from '#shared/contract/errors.ts';
import { isObject, readJsonText } from '#shared/formats/workflow/json-text.ts';
import { readVersion } from '../app-files/file-version.ts';
import type { WorkspaceHandlers } from '../handlers.ts';
import type { StepInput } from '../steps/step.ts';
import { chunkOf } from '../text-chunk.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';
import { createStep, type Told, type WorkTools } from './steps.ts';
import { summarize } from './work.ts';

/** Bytes of a context that still fits in a message. */
const maxShownBytes = 2 * 1024 * 1024;

export const workMethods: WorkspaceHandlers<'work'> = {
  'work.list': async ({ work }, { where, offset, limit }) => {
    const all = await work.list(where);
    return { folder: work.places.root, total: all.length, workflows: all.slice(offset, offset + limit) };
  },
  'work.show': async ({ work }, { id }) => {
    const where = await work.find(id);
    const version = await work.read(where, id);
    const context = version.bytes.length > maxShownBytes ? null : readJsonText(version.text);
    return {
      summary: summarize(where, id, version),
      folder: work.places.folder(where, id),
      version: version.hash,
      context: isObject(context ?? null) ? (context as Record<string, never>) : null,
    };
  },
  'work.text': async ({ ports, work, links }, { id, file, from }) => {
    const folder = work.places.folder(await work.find(id), id);
    if (!/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/.test(file)) {
      throw new ContextureError('outside_workspace', `“${file}” is no path of a file of a workflow.`, { file });
    }
    const path = ports.paths.join(folder, file);
    await links.checkStill(path, () => links.withheld(path));
    const version = await readVersion(ports, path);
    if (version === null) {
      throw new ContextureError('not_found', `The workflow has no file ${file}.`, { file });
    }
    return { version: version.hash, ...chunkOf(version.text, from) };
  },
  'work.create': (open, { type, inputs, assistant }) => {
    const id = newUuid(open);
    const creation = { id, type, inputs, now: momentOf(open) };
    return carriedOut(open, { who: assistant, ids: [id] }, async (input, tools) => {
      const { step, told } = await createStep(input, creation, tools);
      return { step, told: { ...told, id } };
    });
  },
};

/** A UUID of version 4. */
function newUuid({ ports }: OpenWorkspace): string {
  const hex = ports.hash(ports.encodeText(ports.newId()));
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

const momentOf = ({ ports }: OpenWorkspace): string => new Date(ports.clock.now()).toISOString();

/** Carries out a step of work, and answers with what is told of it as it was written. @param who the assistant; a person if undefined */
async function carriedOut<T>(
  open: OpenWorkspace,
  { who, ids }: { readonly who: string | undefined; readonly ids: readonly string[] },
  compute: (input: StepInput, tools: WorkTools) => Promise<Told<T>>,
) {
  const { ports, work, commit, tell } = open;
  const tools = { ...ports, places: work.places };
  let told: { readonly of: T } | null = null;
  const result = await commit.change(
    who === undefined ? 'person' : 'assistant',
    async (input) => {
      const computed = await compute(input, tools);
      told = { of: computed.told };
      return computed.step;
    },
    { name: who },
  );
  if (result.change !== null) {
    tell('work.changed', { ids: [...ids] });
  }
  return { ...result, ...(told as unknown as { readonly of: T }).of };
}
