import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isVersion, parseLines } from '#engine/history/history-lines.ts';
import type { Ports } from '#engine/ports.ts';

/** A workspace and its one person's data. Absolute paths. */
export type Place = { readonly root: string; readonly dataFolder: string };

const date = String.raw`\d{4}-\d\d-\d\d`;
/** Files that may exist in a workspace and in the data folder while nothing is being written. */
const belonging = [
  String.raw`notes/logs/context/global\.md`,
  String.raw`notes/logs/context/archive/global-${date}\.md`,
  String.raw`notes/logs/conversations/main\.jsonl`,
  String.raw`notes/\.contexture/(id|lock|settings\.yaml)`,
  String.raw`data/(workspace-ids|recent|preferences)\.json`,
  String.raw`data/logs/contexture(\.old)?\.log`,
  String.raw`data/conversations/own-folders\.json`,
  'data/recovered/.*',
  String.raw`data/workspaces/ID/(journal\.jsonl|seen\.json|cards\.json|drafts(-in-fields)?/[A-Za-z0-9-]+\.json)`,
  String.raw`data/workspaces/ID/history/(lock|versions\.jsonl|objects/[0-9a-f]{2}/[0-9a-f]{64}\.gz)`,
];

/** Unexpected files: half-written ones, records of unfinished work, locks without a holder. */
export function litterIn({ root, dataFolder }: Place): string[] {
  const id = existsSync(join(root, '.contexture/id')) ? '[0-9a-f]{32}' : 'path-[0-9a-f]{24}';
  const patterns = belonging.map((pattern) => new RegExp(`^${pattern.replace('ID', id)}$`));
  return [root, dataFolder]
    .flatMap((folder) => filesIn(folder).map((path) => relative(join(folder, '..'), path).split(sep).join('/')))
    .filter((path) => !patterns.some((pattern) => pattern.test(path)));
}

export function filesIn(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
}

/** Every text in the history of the only workspace in a data folder; throws for an unreadable one. */
export async function storedTexts({ dataFolder }: Place, ports: Ports): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of filesIn(dataFolder).filter((each) => each.endsWith('versions.jsonl'))) {
    for (const { hash } of parseLines(readFileSync(path, 'utf8').split('\n')).filter(isVersion)) {
      const object = join(path, '..', 'objects', hash.slice(0, 2), `${hash}.gz`);
      const bytes = texts.has(hash) ? null : await ports.decompress(readFileSync(object));
      if (bytes !== null) {
        if (ports.hash(bytes) !== hash) {
          throw new Error(`The kept version ${hash} is damaged`);
        }
        texts.set(hash, new TextDecoder().decode(bytes));
      }
    }
  }
  return texts;
}
