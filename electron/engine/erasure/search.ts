import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import {
  type ErasePlace,
  type ErasePreview,
  maxErasedLines,
  maxSpellings,
  type NotErased,
} from '#shared/contract/features/erasure.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { erasedLines, linesHolding } from '#shared/formats/erase.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import type { CancellationToken } from '../cancellation.ts';
import type { Turn } from '../workspace/access.ts';
import { type ErasableArea, type EraseSearch, textAt } from '../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

type ReadFiles = {
  ready(turn: Turn): Promise<
    readonly {
      readonly name: string;
      readonly document: MemoryDocument | null;
      readonly problem: string | null;
      readonly isNote?: boolean;
    }[]
  >;
};

export type ForeignNeeds = Pick<WorkspaceParts, 'ports' | 'layout'> & {
  readonly index: ReadFiles;
  readonly days: ReadFiles;
  readonly memoryFiles: { list(): readonly { readonly state: string; readonly place: string }[] };
};

/** Searches some areas for a text. Places that can't be read go to `left`. @throws `cancelled` */
export async function searchFor(
  turn: Turn,
  areas: readonly ErasableArea[],
  eraser: Eraser,
  { isThorough, ...token }: CancellationToken & Pick<EraseSearch, 'isThorough'>,
) {
  const things = new Map<ErasePlace, Set<string>>();
  const changed: ErasePreview['lines'] = [];
  const inSyntax: ErasePreview['syntax'] = [];
  const left: NotErased[] = [];
  const later: string[] = [];
  const otherSpellings = new Set<string>();
  const count = (place: ErasePlace, thing: string): void => {
    things.set(place, (things.get(place) ?? new Set()).add(thing));
  };
  for await (const { place, thing, text, without = (by: Eraser) => by.cutFromLabel(text), file } of allTexts(
    turn,
    areas,
    {
      left,
      later,
      eraser,
      token,
      isThorough,
    },
  )) {
    const after = without(eraser);
    if (file) {
      for (const spelling of eraser.otherSpellings(text)) {
        otherSpellings.add(spelling);
      }
      for (const line of erasedLines(text, after)) {
        count(place, `${thing} ${line.line}`);
        changed.push({ ...file, ...line });
      }
      inSyntax.push(...linesHolding(after, eraser).map(({ line, text: before }) => ({ ...file, line, before })));
    } else if (after !== text) {
      count(place, thing);
    }
  }
  return {
    places: [...things].map(([place, names]) => ({ place, count: names.size })),
    lines: changed.slice(0, maxErasedLines),
    lineCount: changed.length,
    syntax: inSyntax.slice(0, maxErasedLines),
    syntaxCount: inSyntax.length,
    left,
    later,
    otherSpellings: [...otherSpellings].slice(0, maxSpellings),
  };
}

/** Finds all forms in which a text known by its fingerprint occurs. @throws `cancelled` */
export async function formsOf(
  turn: Turn,
  areas: readonly ErasableArea[],
  recognise: (text: string) => Promise<readonly { readonly from: number; readonly to: number }[]>,
  token: CancellationToken,
): Promise<string[]> {
  const forms = new Set<string>();
  for await (const { text } of allTexts(turn, areas, { left: [], later: [], eraser: null, token, isThorough: false })) {
    for (const { from, to } of await recognise(text)) {
      forms.add(text.slice(from, to));
    }
  }
  return [...forms];
}

type TextSearch = Pick<EraseSearch, 'eraser' | 'token' | 'isThorough'> & {
  readonly left: NotErased[];
  readonly later: string[];
};

async function* allTexts(turn: Turn, areas: readonly ErasableArea[], { left, later, token, ...looking }: TextSearch) {
  let total = 0;
  let done = 0;
  const search: EraseSearch = {
    turn,
    token,
    countOne() {
      if (token.cancelled()) {
        throw new ContextureError('cancelled', 'Looking for the text was stopped. Nothing was changed.');
      }
      done += 1;
      token.progress({ done, total });
    },
    onUnread: (path, error) => void left.push(cannotRead(path, error)),
    ...looking,
    onKept: (file) => void left.push(file),
    onSkip: (what) => void later.push(what),
  };
  for (const area of areas) {
    total += await area.size(search);
  }
  for (const area of areas) {
    yield* area.texts(search);
  }
}

const cannotRead = (path: string, error: unknown): NotErased => ({
  path,
  why: `It could not be read: ${toContextureError(error).message}`,
});

/** Other programs' files beside ours, and unusable archives, that hold the text: they are reported and not changed. */
export async function foreignFiles(needs: ForeignNeeds, turn: Turn, eraser: Eraser) {
  const { ports, layout, index, days, memoryFiles } = needs;
  const { files, paths } = ports;
  const { archiveFolder } = layout;
  const own = [layout.contextPath, layout.settingsPath, layout.notesPath];
  const notErased: NotErased[] = [];
  const unread = (path: string, error: unknown): void => void notErased.push(cannotRead(path, error));
  const ignore = (): void => undefined;
  const archives = new Map((await index.ready(turn)).map((file) => [file.name, file]));
  for (const folder of layout.folders) {
    for (const { name, kind } of await files.list(folder)) {
      const path = paths.join(folder, name);
      const ofArchive = folder === archiveFolder ? archives.get(name) : undefined;
      const isOurs =
        own.includes(path) ||
        path === layout.topicPath(name) ||
        folder === layout.conversationsFolder ||
        layout.isStorage(path) ||
        path === layout.storageDatabase ||
        ofArchive?.document;
      if (kind === 'file' && layout.topicPath(name) !== null && eraser.occurs(name)) {
        const why = 'Its name says it, and so does the line that leads to it. Give the file another name.';
        notErased.push({ path, why });
      }
      if (kind !== 'file' || isOurs) {
        continue;
      }
      const text = await textAt(ports, path, ofArchive ? unread : ignore);
      if (text !== null && eraser.occurs(text)) {
        notErased.push({ path, why: ofArchive?.problem ?? 'It is not a file of Contexture’s.' });
      }
    }
  }
  for (const { name, document, isNote } of await days.ready(turn)) {
    if (isNote && document && eraser.occurs(document.text)) {
      const why = 'It is a daily note of your assistant’s, which Contexture does not change.';
      notErased.push({ path: paths.join(layout.root, name), why });
    }
  }
  for (const path of memoryFiles.list().flatMap(({ state, place }) => (state === 'read' ? [place] : []))) {
    const text = await textAt(ports, path, ignore);
    if (text !== null && eraser.occurs(text)) {
      notErased.push({ path, why: 'Your assistant reads it too, but Contexture does not change it.' });
    }
  }
  return notErased;
}
