import { ContextureError } from '#shared/contract/errors.ts';
import { versionOf } from '../app-files/file-version.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { ContextFile } from './context-file.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'history'> & { readonly contextFile: ContextFile };

/** Versions of files by their hash, if they are at hand or kept; a null hash is no file, and so an empty text. */
export function createVersionTexts({ ports, layout, contextFile, history }: Needs) {
  async function recall(hash: string): Promise<Uint8Array> {
    const bytes = await history.recall(hash);
    if (bytes === null) {
      const message =
        'The version of the file that was typed into is no longer kept. Nothing was changed; what was typed is still here.';
      throw new ContextureError('version_unknown', message, { version: hash });
    }
    return bytes;
  }
  return {
    /** @throws `version_unknown` */
    async textOf(hash: string | null): Promise<string> {
      const now = contextFile.version();
      if (hash === null || hash === now?.hash) {
        return hash === null ? '' : (now?.text ?? '');
      }
      return versionOf(ports, layout.contextPath, { bytes: await recall(hash), hash }).text;
    },
    /** @throws `version_unknown` */
    versionOf: recall,
  };
}
export type VersionTexts = ReturnType<typeof createVersionTexts>;
