import { z } from 'zod';
import type { Finding } from '#shared/scan/finding.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Base } from '../workspace/base.ts';

const fineSchema = z.strictObject({ salt: z.string().min(16), fine: z.array(z.string()) });

type Named = Pick<Finding, 'kind'> & { readonly text: string };

/** What the person said is fine, as salted fingerprints in `scan.json`, which recognise a text but don't reveal it. */
export function createFineFindings({ ports, dataFolder }: Pick<Base, 'ports' | 'dataFolder'>) {
  const path = (): string => ports.paths.join(dataFolder.current(), 'scan.json');
  const none = { salt: `${ports.newId()}${ports.newId()}${ports.newId()}`, fine: [] };
  return {
    async read() {
      const now = await readAppJson(ports, path(), fineSchema, none);
      const fine = new Set(now.fine);
      const idOf = ({ kind, text }: Named): string => ports.hash(ports.encodeText(`${now.salt}\n${kind}\n${text}`));
      return {
        idOf,
        isFine: (found: Named): boolean => fine.size > 0 && fine.has(idOf(found)),
        isEmpty: fine.size === 0,
        change: (edit: (ids: readonly string[]) => readonly string[]): Promise<void> =>
          writeAppJson(ports, path(), { ...now, fine: edit(now.fine) }),
      };
    },
  };
}
