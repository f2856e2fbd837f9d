import type { Result } from '#shared/contract/contract.ts';
import { masked } from '#shared/scan/mend.ts';
import { firstValues, type NamedValue } from '#shared/storages/first-values.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { Storages } from './storages.ts';

export type BeginningNeeds = Pick<WorkspaceParts, 'ports' | 'layout'> & {
  readonly storages: Pick<Storages, 'read'>;
  readonly scan: { masked(text: string): Promise<string> };
};

type StorageBeginning = Result<'storages.beginnings'>['beginnings'][number];

const maxBytes = 256 * 1024;
const maxShown = 100;

/** Beginning of a storage's content, without secrets, for someone looking through a list. Never rejects. */
export async function storageBeginning(
  { ports, layout, storages, scan }: BeginningNeeds,
  file: string,
): Promise<StorageBeginning> {
  const text = await ports.files
    .info(layout.storagePath(file))
    .then((info) => (info === null || info.size > maxBytes ? null : storages.read(file)))
    .then((version) => version?.text ?? '')
    .catch(() => '');
  const says = firstValues(parseJson(text)).map(async (named) => {
    const { within, name, value } = await withoutSecrets(named, scan.masked);
    return { name: cutTo([within, name].filter(Boolean).join(' › '), maxShown), value: cutTo(value, maxShown) };
  });
  return { file, says: await Promise.all(says) };
}

async function withoutSecrets(
  { within, name, value }: NamedValue,
  maskedIn: (text: string) => Promise<string>,
): Promise<NamedValue> {
  const safe = { within: await maskedIn(within), name: await maskedIn(name) };
  if (name === '') {
    return { ...safe, value: await maskedIn(value) };
  }
  const before = `${safe.name}: `;
  const both = await maskedIn(`${name}: ${value}`);
  return { ...safe, value: both.startsWith(before) ? both.slice(before.length) : masked };
}
