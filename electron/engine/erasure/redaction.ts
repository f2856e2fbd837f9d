import type { Eraser } from '#shared/text/eraser.ts';
import type { Bytes } from '../app-files/file-version.ts';
import { eraseFromBytes } from '../history/erase-versions.ts';
import type { History, NewVersion } from '../history/history.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import type { Reappearances } from './reappearances.ts';

/** A version of a file, by the file's name, in the form that may be kept. */
type AsKept = (file: string, version: Bytes) => Bytes;

export type Redaction = ReturnType<typeof createRedaction>;

/** The text being erased at present, which is left out of everything kept. */
export function createRedaction(ports: Ports, layout: Pick<WorkspaceLayout, 'erase'>) {
  let current: Eraser | null = null;
  const holding = new Map<string, Eraser>();

  const keptWithout =
    (eraser: Eraser | null): AsKept =>
    (file, version) => {
      const erase = (text: string): string => (eraser ? layout.erase(file, text, eraser) : text);
      const bytes = eraser ? eraseFromBytes(ports, version.bytes, eraser, erase) : version.bytes;
      return bytes === version.bytes ? version : { bytes, hash: ports.hash(bytes) };
    };

  return {
    begin(eraser: Eraser): void {
      current = eraser;
    },
    end(): void {
      current = null;
    },
    /** Continues for a file that still holds the text, because it could not be written. */
    holdFor: (file: string, eraser: Eraser): void => void holding.set(file, eraser),
    asKept: (file: string, version: Bytes): Bytes => keptWithout(current ?? holding.get(file) ?? null)(file, version),
    /** The current redaction, for use later. */
    now: (): AsKept => keptWithout(current),
    /** A version without a text, whichever is being erased. */
    versionWithout: (eraser: Eraser, version: NewVersion): NewVersion => versionAs(keptWithout(eraser), version),
    /** True if a file is already known to hold it. */
    isKnownIn: (file: string): boolean => current !== null || holding.has(file),
  };
}

/** A history that keeps nothing of the text being erased; everything else it keeps is searched for texts erased earlier. */
export function redactedHistory<H extends History>(history: H, redaction: Redaction, reappearances: Reappearances): H {
  const asKept = (version: NewVersion): NewVersion => versionAs(redaction.asKept, version);
  const lookForErased = async (versions: readonly NewVersion[]): Promise<void> => {
    for (const version of versions) {
      if (!redaction.isKnownIn(version.file)) {
        await reappearances.look(version);
      }
    }
  };
  return {
    ...history,
    prepare: ({ file, hash, bytes }) => history.prepare({ file, ...redaction.asKept(file, { hash, bytes }) }),
    async keep(version) {
      await history.keep(asKept(version));
      await lookForErased([version]);
    },
    async keepAll(versions) {
      await history.keepAll(versions.map(asKept));
      await lookForErased(versions);
    },
  };
}

function versionAs(asKept: AsKept, version: NewVersion): NewVersion {
  const { bytes, hash } = asKept(version.file, version);
  if (hash === version.hash) {
    return version;
  }
  const { document: _, ...rest } = version;
  return { ...rest, bytes, hash };
}
