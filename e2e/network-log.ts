import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Attempt to reach another program or computer: an address, a name to resolve, or a program with its arguments. */
export type Attempt = { readonly kind: 'connect' | 'datagram' | 'name' | 'program'; readonly to: string };

export type NetworkLog = ReturnType<typeof createNetworkLog>;

/** Collects what processes with its environment, their children and workers try to reach. */
export function createNetworkLog(folder: string) {
  const file = join(folder, 'network.jsonl');
  const preload = pathToFileURL(join(import.meta.dirname, 'network-watch.mjs')).href;
  return {
    env: { NODE_OPTIONS: `--import ${preload}`, NETWORK_LOG: file },
    attempts: (): Attempt[] =>
      existsSync(file)
        ? readFileSync(file, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line))
        : [],
  };
}
