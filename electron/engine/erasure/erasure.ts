import { z } from 'zod';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type {
  EraseOutcome,
  ErasePreview,
  EraseTarget,
  NotErased,
  ReturnedText,
} from '#shared/contract/features/erasure.ts';
import { createEraser, type Eraser, leastErased } from '#shared/text/eraser.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { type CancellationToken, neverCancelled } from '../cancellation.ts';
import type { ContextFile } from '../memory/context-file.ts';
import type { Turn } from '../workspace/access.ts';
import type { ErasableArea, ErasureStep } from '../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { ErasureRegistry } from './erasure-registry.ts';
import type { ErasuresOfWorkspace } from './erasures.ts';
import type { Reappearances } from './reappearances.ts';
import type { Redaction } from './redaction.ts';
import { type ForeignNeeds, foreignFiles, formsOf, searchFor } from './search.ts';

type Needs = Omit<ForeignNeeds, 'index'> &
  Pick<WorkspaceParts, 'access' | 'dataFolder' | 'links' | 'tell' | 'lateWrites' | 'refresh' | 'commit'> & {
    readonly index: ForeignNeeds['index'] & { refresh(turn: Turn): Promise<boolean> };
    readonly contextFile: Pick<ContextFile, 'announceSummary'>;
    readonly redaction: Redaction;
    readonly reappearances: Reappearances;
    readonly erasureRegistry: ErasureRegistry;
    readonly areas: readonly ErasableArea[];
    readonly erasures: ErasuresOfWorkspace;
  };

/** Record of an erasure that was begun, by the fingerprint of its text: a start that finds it prompts for it to be repeated. */
const begunSchema = z.strictObject({ id: z.string(), at: z.number() });

/** A text to erase. `syntax`: also if it is part of the syntax. */
type EraseRequest = { readonly target: EraseTarget; readonly syntax: boolean };

export type Erasure = ReturnType<typeof createErasure>;

/** Erases a text from everything we keep, and remembers only its fingerprint. */
export function createErasure(needs: Needs) {
  const { ports, layout, access, dataFolder, redaction, links, reappearances, tell } = needs;
  const { erasureRegistry: registry, refresh, commit, areas, erasures } = needs;
  const begunPath = (): string => ports.paths.join(dataFolder.current(), 'erasing.json');
  const begun = () => readAppJson(ports, begunPath(), begunSchema.nullable(), null);

  async function refreshAll(turn: Turn): Promise<void> {
    await refresh.all(turn);
    await needs.index.refresh(turn);
  }

  async function preview(
    turn: Turn,
    { target, syntax }: EraseRequest,
    token: CancellationToken,
    isThorough = false,
  ): Promise<ErasePreview> {
    await refreshAll(turn);
    const outside = links.problem();
    if (outside) {
      // Otherwise previews could reveal a text outside piece by piece.
      throw outside;
    }
    const texts =
      'fingerprint' in target
        ? await formsOf(turn, areas, (text) => registry.recognise(text, undefined, target.fingerprint), token)
        : [checkedText(target.text)];
    const eraser = createEraser(texts, { syntax });
    const search = await searchFor(turn, areas, eraser, { ...token, isThorough });
    const left = [...search.left, ...(await foreignFiles(needs, turn, eraser))];
    return { texts: [...texts], ...search, left };
  }

  /** Erases, up to the second look at superseded versions. */
  async function eraseNow(turn: Turn, request: EraseRequest, token: CancellationToken): Promise<EraseOutcome> {
    await commit.checkRecorded();
    // Versions not yet in the history may hold the text, which is searched for there.
    await refresh.makeUp();
    const { target, syntax } = request;
    const before = await preview(turn, request, token, true);
    const eraser = createEraser(before.texts, { syntax });
    const id = 'fingerprint' in target ? target.fingerprint : await registry.add(target.text);
    const erasureId = await access.locked(turn, async (locked) => {
      await commit.settle(locked);
      await dataFolder.takeOver();
      return erasures.begin(locked, id);
    });
    const begunAt = ports.clock.now();
    await writeAppJson(ports, begunPath(), { id, at: begunAt } satisfies z.infer<typeof begunSchema>);
    redaction.begin(eraser);
    const isErased = () => access.locked(turn, (locked) => erasures.end(locked, erasureId));
    const { failed, places } = await eraseFromAll(turn, begunAt, areas, eraser, isErased).finally(redaction.end);
    for (const { path } of failed) {
      redaction.holdFor(layout.nameOf(path), eraser);
    }
    await reappearances.settle(id);
    // Files that were changed unnoticed by their readers are read again.
    await refreshAll(turn);
    needs.contextFile.announceSummary();
    tell('erase.done', { texts: before.texts });
    return { erased: subtractPlaces(before.places, places), left: distinct([...before.left, ...failed]) };
  }

  async function eraseToTheEnd(request: EraseRequest, token: CancellationToken): Promise<EraseOutcome> {
    try {
      const outcome = await access.inTurn((turn) => eraseNow(turn, request, token));
      // Superseded versions are still on the disk until then.
      await needs.lateWrites.settled();
      await access.inTurn(() => ports.files.discard(begunPath()));
      return outcome;
    } finally {
      tell('erase.changed', {});
    }
  }
  let underWay: Promise<unknown> = Promise.resolve();

  return {
    preview: (request: EraseRequest, token: CancellationToken): Promise<ErasePreview> =>
      access.inTurn((turn) => preview(turn, request, token)),
    /** Erases the text everywhere. Can be cancelled between its steps until it begins to write. */
    carryOut(request: EraseRequest, token: CancellationToken): Promise<EraseOutcome> {
      const erasing = eraseToTheEnd(request, token);
      underWay = Promise.allSettled([underWay, erasing]);
      return erasing;
    },
    /** Resolves after a running erasure, which takes more than one turn, so that closing the engine doesn't interrupt it. */
    settled: (): Promise<unknown> => underWay,
    async returned(): Promise<{ returned: ReturnedText[]; interrupted: { id: string; at: number } | null }> {
      return { returned: await reappearances.all(), interrupted: await begun() };
    },
    keep: (id: string): Promise<void> =>
      access.inTurn(async () => {
        await registry.forget(id);
        await reappearances.settle(id);
        if ((await begun())?.id === id) {
          await ports.files.discard(begunPath());
        }
        tell('erase.changed', {});
      }),
  };
}

const afterwards = { ...neverCancelled, isThorough: false };

async function eraseFrom(turn: Turn, at: number, some: readonly ErasableArea[], eraser: Eraser): Promise<NotErased[]> {
  const notErased: NotErased[] = [];
  const failed = (path: string, why: string): void => void notErased.push({ path, why });
  const renamed = new Map<string, string>();
  const tryOnFile: ErasureStep['tryOnFile'] = async (path, work) => {
    try {
      return await work();
    } catch (error) {
      failed(path, toContextureError(error).message);
      return null;
    }
  };
  for (const area of some) {
    await area.erase({ turn, at, eraser, renamed, failed, tryOnFile });
  }
  return notErased;
}

/**
 * @param isErased called once no file has any of it
 * @returns places that could not be erased, and where the text still is
 */
async function eraseFromAll(
  turn: Turn,
  at: number,
  areas: readonly ErasableArea[],
  eraser: Eraser,
  isErased: () => Promise<void>,
) {
  const ours = areas.filter(({ holds }) => holds === 'app data');
  const theirs = areas.filter(({ holds }) => holds !== 'app data');
  const forget = (): void => {
    for (const { remembers } of areas) {
      remembers?.forget(eraser);
    }
  };
  // Before, so that it is not written meanwhile, and after, because texts read on the way are remembered too.
  forget();
  const failed = await eraseFrom(turn, at, [...ours, ...theirs], eraser);
  forget();
  await isErased();
  let { places } = await searchFor(turn, areas, eraser, afterwards);
  if (places.length > 0) {
    // Versions another program wrote meanwhile were kept before that could be known.
    failed.push(...(await eraseFrom(turn, at, ours, eraser)));
    ({ places } = await searchFor(turn, areas, eraser, afterwards));
  }
  return { failed, places };
}

/** @throws `value_invalid` for a text that is in too many places to mean anything */
function checkedText(typed: string): string {
  const text = typed.trim();
  if ([...text].length < leastErased) {
    const message = `“${text}” is too short to be erased everywhere: it would be cut out of other words too. Choose at least ${leastErased} characters. Nothing was changed.`;
    throw new ContextureError('value_invalid', message);
  }
  return text;
}

function subtractPlaces(before: ErasePreview['places'], left: ErasePreview['places']): ErasePreview['places'] {
  const counts = new Map(left.map(({ place, count }) => [place, count]));
  return before
    .map(({ place, count }) => ({ place, count: count - (counts.get(place) ?? 0) }))
    .filter(({ count }) => count > 0);
}

const distinct = (left: readonly NotErased[]): NotErased[] => [
  ...new Map(left.map((each) => [`${each.path} ${each.conversation?.id}`, each])).values(),
];
