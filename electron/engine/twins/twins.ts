import { ContextureError } from '#shared/contract/errors.ts';
import { type TwinsView, twinSchema } from '#shared/contract/features/twins.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import { findTwins, type TextSketches, type Twins } from '#shared/twins/find-twins.ts';
import { mergedOf, suggestedOf } from '#shared/twins/suggest.ts';
import { createBreaks } from '../cancellation.ts';
import { orLogged } from '../or-logged.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { createRightTwins } from './right-twins.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'access' | 'dataFolder' | 'tell'>;

/** Limit on shown entries: nobody goes through more at once. */
const mostShown = 20;

/** A group of twins, with an id derived from its texts. */
type TwinGroup = { readonly id: string; readonly twins: Twins<ParsedEntry>; readonly texts: readonly string[] };

export type TwinsService = ReturnType<typeof createTwins>;

/** Finds entries of the memory that may be the same. Begins only when someone asks, and nothing waits for it. */
export function createTwins(needs: Needs, document: () => MemoryDocument) {
  const { ports, access, layout, tell } = needs;
  const right = createRightTwins(needs);
  const sketches: TextSketches = new Map();
  let seen: MemoryDocument | null = null;
  let groups: readonly TwinGroup[] = [];
  let running: Promise<void> | null = null;
  let isClosed = false;

  const isWhole = (): boolean => seen === document();

  function groupOf(twins: Twins<ParsedEntry>): TwinGroup {
    const texts = textsOf(twins.entries);
    const id = ports.hash(ports.encodeText([twins.kind, ...texts].join('\n\n'))).slice(0, 16);
    return { id, twins, texts };
  }

  /** Compares all entries of a memory; can pause at each yield. */
  function* compare(): Generator<void, void> {
    const now = document();
    // A line that names a file beside the memory includes that file's content.
    const entries = now.entries.filter(({ topic }) => topic === undefined);
    groups = (yield* findTwins(entries, layout.format.capabilities.sections, sketches)).map(groupOf);
    seen = now;
  }

  function compareNow(): void {
    const work = compare();
    while (!work.next().done) {}
  }

  /** Never rejects. */
  async function compareInTurns(): Promise<void> {
    const takeBreak = createBreaks(ports.clock);
    await orLogged(ports, 'The entries could not be compared', async () => {
      while (!isWhole() && !isClosed) {
        const work = compare();
        while (!isClosed && !work.next().done) {
          const pause = takeBreak();
          if (pause !== null) {
            await pause;
          }
        }
      }
    });
    running = null;
    if (!isClosed) {
      tell('twins.changed', {});
    }
  }

  function require(id: string): TwinGroup {
    if (!isWhole()) {
      compareNow();
    }
    const group = groups.find((each) => each.id === id);
    if (!group) {
      throw new ContextureError('not_found', 'These entries are not there as they were any more. Nothing was changed.');
    }
    return group;
  }

  return {
    /** Lists the groups so far, or, with `wait`, once all entries were compared. */
    async list({ offset, limit, wait }: { readonly offset: number; readonly limit: number; readonly wait: boolean }) {
      if (wait && !isWhole()) {
        compareNow();
      } else if (!isWhole() && !isClosed) {
        running ??= compareInTurns();
      }
      const { isRight } = await right.read();
      const isOpen = ({ texts }: TwinGroup): boolean => !isRight(texts);
      const open = groups.filter(isOpen);
      const all = [...open, ...groups.filter((each) => !isOpen(each))];
      return {
        twins: all.slice(offset, offset + limit).map((each, index) => viewOf(each, offset + index >= open.length)),
        total: all.length,
        open: open.length,
        isWhole: isWhole(),
      };
    },
    /** Shown entries of a group. @throws `not_found` if it is no longer there */
    find: (id: string): readonly ParsedEntry[] => require(id).twins.entries.slice(0, mostShown),
    /** @throws `not_found` */
    async settle(id: string, isRight: boolean): Promise<void> {
      await access.inTurn(async () => {
        const { texts } = require(id);
        const now = await right.read();
        await now.takeBack(texts);
        if (isRight) {
          await (await right.read()).add(texts);
        }
      });
      tell('twins.changed', {});
    },
    /** Forgets right twins whose texts are about to be erased. */
    async eraseRight(eraser: Eraser): Promise<void> {
      const { isEmpty, forget } = await right.read();
      if (!isEmpty) {
        const { entries } = document();
        const texts = textsOf(entries);
        await forget(texts.filter((_, index) => eraser.occurs(entries[index]?.raw ?? '')));
      }
    },
    remembered: (): string[] => [...sketches.keys(), ...groups.flatMap(({ texts }) => texts)],
    forget(): void {
      sketches.clear();
      groups = [];
      seen = null;
    },
    async close(): Promise<void> {
      isClosed = true;
      await running;
    },
  };
}

/** Texts of entries, numbered so that the second of two equal ones is another text. */
function textsOf(entries: readonly ParsedEntry[]): string[] {
  const counts = new Map<string, number>();
  return entries.map(({ key, value }) => {
    const text = `${key ?? ''}\n${value}`;
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return `${count} ${text}`;
  });
}

const twinFields = twinSchema.strip();

function viewOf({ id, twins: { kind, entries } }: TwinGroup, isRight: boolean): TwinsView {
  const shown = entries.slice(0, mostShown);
  return {
    id,
    kind,
    entries: shown.map((entry) => twinFields.parse(entry)),
    count: entries.length,
    suggested: suggestedOf(shown),
    merged: mergedOf(kind, shown),
    right: isRight,
  };
}
