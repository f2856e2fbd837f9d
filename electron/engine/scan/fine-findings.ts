import { z } from 'zod';
import type { ScanFinding } from '#shared/scan/finding.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { orLogged } from '../or-logged.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

const fineSchema = z.strictObject({ salt: z.string().min(16), fine: z.array(z.string()) });

type FingerprintedText = Pick<ScanFinding, 'kind'> & { readonly text: string };

/** Findings the person called fine, as salted fingerprints in `scan.json`, which recognise a text but don't reveal it. */
export function createFineFindings({ ports, dataFolder }: Pick<WorkspaceParts, 'ports' | 'dataFolder'>) {
  const path = (): string => ports.paths.join(dataFolder.current(), 'scan.json');
  const fresh = { salt: `${ports.newId()}${ports.newId()}${ports.newId()}`, fine: [] };
  async function read() {
    const stored = await readAppJson(ports, path(), fineSchema.nullable(), null);
    const now = stored ?? fresh;
    const fine = new Set(now.fine);
    const idOf = ({ kind, text }: FingerprintedText): string =>
      ports.hash(ports.encodeText(`${now.salt}\n${kind}\n${text}`));
    const write = (ids: readonly string[]): Promise<void> => writeAppJson(ports, path(), { ...now, fine: ids });
    return {
      idOf,
      write,
      fine: now.fine,
      isFine: (finding: FingerprintedText): boolean => fine.size > 0 && fine.has(idOf(finding)),
      isStored: stored !== null,
    };
  }
  /** Another process may begin at the same moment, and both need one salt. */
  const keepSalt = () =>
    ports.lock.hold(ports.paths.join(dataFolder.current(), 'scan.lock'), async () => {
      const now = await read();
      if (!now.isStored) {
        await now.write([]);
      }
      return now;
    });
  return {
    read,
    /** Reads them, and keeps the salt for other processes; if that fails, it holds for this one. */
    async begin() {
      const now = await read();
      return now.isStored ? now : ((await orLogged(ports, 'What is fine could not be kept', keepSalt)) ?? now);
    },
  };
}
