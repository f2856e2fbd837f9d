import type { Result } from '#shared/contract/contract.ts';
import { firstValues } from '#shared/storages/first-values.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';

type Beginning = Result<'storages.beginnings'>['beginnings'][number];

/** What is longer is read where it is opened. */
const maxBytes = 256 * 1024;
/** So much of a value is looked through for secrets: one that is cut is none that can be found. */
const maxLookedThrough = 8_000;
const maxShown = 100;

/** How what a storage says begins, for whoever looks through a list of them and reads no secret in passing. Never rejects. */
export async function beginningOf({ ports, layout, storages, scan }: OpenWorkspace, file: string): Promise<Beginning> {
  const text = await ports.files
    .info(layout.storagePath(file))
    .then((info) => (info === null || info.size > maxBytes ? null : storages.read(file)))
    .then((version) => version?.text ?? '')
    .catch(() => '');
  const says = firstValues(parseJson(text)).map(async ({ name, value }) => ({
    name: cutTo(name, maxShown),
    value: cutTo(await scan.masked(value.slice(0, maxLookedThrough)), maxShown),
  }));
  return { file, says: await Promise.all(says) };
}
