import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { errnoOf } from '#node/system-calls.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { ChatHistoryStorage } from '#shared/storages/chat-history-storage.ts';
import type { KeptFor, StorageDriver } from '#shared/storages/driver.ts';
import { type KnownIdentity, keyOf, plainKeyOf, prefixOf } from '#shared/storages/identity.ts';
import { IdentityStorage, identityOf, trackedKeysSchema } from '#shared/storages/identity-storage.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { hash, readIfThere } from './drivers.ts';

/** LarAgent's name for its folder on a disk, in its versions of autumn 2026. */
const folderName = 'laragent_storage';
/** LarAgent's names for storages that have another name here. */
const theirName: Readonly<Record<string, string>> = { [ChatHistoryStorage.prefix]: 'chatHistory' };

const folderOf = (disk: string): string => (basename(disk) === folderName ? disk : join(disk, folderName));
const fileOf = (prefix: string, identity: KnownIdentity): string =>
  `${plainKeyOf(prefix, identity).replace(/[^A-Za-z0-9_-]/g, '_')}.json`;

/**
 * Creates a driver that reads LarAgent's files and never writes them. Put a writable driver before it: what an agent reads
 * here is kept there with the next save. If it is removed there, it is read from here again.
 * @param disk folder that LarAgent calls its disk, or `laragent_storage` in it
 */
export function laragentFiles(disk: string): StorageDriver {
  const folder = folderOf(disk);
  const refuse = async (): Promise<never> => {
    throw new ContextureError('read_only', `${folder} is LarAgent’s, and only read.`, { path: folder });
  };
  return {
    name: 'laragent',
    isReadOnly: true,
    readNow(_key, of) {
      // Skip LarAgent's list of keys: the agent lists its keys itself, as it asks for them.
      const kept = of.prefix === IdentityStorage.prefix ? null : readKept(folder, of);
      return kept && { text: kept.text, version: hash(kept.text), notice: noticeOf(kept.path, of) };
    },
    write: refuse,
    remove: refuse,
  };
}

function readKept(
  folder: string,
  { prefix, identity }: KeptFor,
): { readonly path: string; readonly text: string } | null {
  for (const name of [prefix, theirName[prefix] ?? prefix]) {
    const path = join(folder, fileOf(name, identity));
    const text = readText(path);
    if (text !== null) {
      if (parseJson(text) === undefined) {
        const message = `${path} is damaged: it isn’t valid JSON. It is LarAgent’s, so it was left as it is. Mend it there, or move it away.`;
        throw new ContextureError('io_failed', message, { path });
      }
      return { path, text };
    }
  }
  return null;
}

/** Says where a text was found, and warns of a file that LarAgent's rule gives to several agents or people. */
function noticeOf(path: string, { prefix, identity }: KeptFor): string {
  const isTheirs = keyOf(prefix, identity, hash) === plainKeyOf(prefix, identity);
  const isExact = fileOf(prefix, identity) === `${plainKeyOf(prefix, identity)}.json`;
  const shared =
    isTheirs && isExact
      ? ''
      : ' LarAgent gives others the same file, such as a chat and a user of one name, so it may hold what was stored for them, too.';
  return `It was found in ${path}, which stays as it is.${shared}`;
}

export type LaragentStorage = KeptFor & { readonly key: string };

/** Lists storages in LarAgent's lists of keys, and files that none of them names as problems. @throws if the folder can't be read */
export function laragentStorages(disk: string) {
  const folder = folderOf(disk);
  const names = new Set(namesIn(folder));
  const storages: LaragentStorage[] = [];
  const problems: { readonly path: string; readonly problem: string }[] = [];
  for (const name of [...names].filter((each) => each.startsWith(`${IdentityStorage.prefix}_`))) {
    const path = join(folder, name);
    const listed = trackedKeysSchema.safeParse(parseJson(readText(path) ?? ''));
    names.delete(name);
    if (!listed.success) {
      problems.push({ path, problem: 'It isn’t a list of keys, so what it names is not known.' });
    }
    for (const tracked of listed.data ?? []) {
      const identity = identityOf(tracked);
      const theirs = prefixOf(tracked.key, identity);
      if (theirs === null) {
        problems.push({ path, problem: `${tracked.key} is no key of the one it is listed for.` });
        continue;
      }
      const [prefix] = Object.entries(theirName).find(([, their]) => their === theirs) ?? [theirs];
      names.delete(fileOf(theirs, identity));
      storages.push({ prefix, identity, key: tracked.key });
    }
  }
  const unlisted = [...names].map((name) => ({
    path: join(folder, name),
    problem: 'No list of keys names it, so it is not known whose it is.',
  }));
  return { storages, problems: [...problems, ...unlisted] };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch (error) {
    const message = `${folder} can’t be read (${errnoOf(error) ?? 'unknown'}). Name the folder that LarAgent calls its disk, which has “${folderName}” in it.`;
    throw new ContextureError('not_found', message, { path: folder });
  }
}

const readText = (path: string): string | null => readIfThere(path, (file) => readFileSync(file, 'utf8'));
