import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type SystemCalls, systemCalls } from '#node/system-calls.ts';
import { type MethodName, methods, type Params, type ParsedParams, type Result } from '#shared/contract/contract.ts';
import { filesIn } from './byte-search.ts';
import { startRealEngine } from './faults/real-engine.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Call = <N extends MethodName>(method: N, params: Params<N>) => Promise<Result<N>>;

const agreeing = { where: null, agrees: async () => true };

type RunOptions = {
  readonly cancelled?: () => boolean;
  readonly calls?: SystemCalls;
  readonly environment?: NodeJS.ProcessEnv;
};

/** A person's computer on the real disk: a home folder, and a data folder of ours in it. */
export type Computer = ReturnType<typeof createComputer>;

/** @param folder an existing one, for a second process on the same computer */
export function createComputer(folder = temporaryFolder()) {
  const home = join(folder, 'home');
  const dataFolder = join(home, '.data', 'contexture');
  mkdirSync(home, { recursive: true });
  return {
    home,
    dataFolder,
    /** Writes a file as another program does. */
    write(path: string, content: string | Uint8Array): string {
      const full = join(home, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
      return full;
    },
    /** Runs calls in an engine that is started for them and ended after them. */
    async run<T>(
      work: (call: Call) => Promise<T>,
      { cancelled = () => false, calls = systemCalls, environment = {} }: RunOptions = {},
    ): Promise<T> {
      const options = { homeFolder: home, environment, passphraseWork: 8, calls, person: agreeing };
      const { engine, close } = startRealEngine(dataFolder, options);
      const call: Call = async (method, params) => {
        const parsed = methods[method].params.parse(params) as ParsedParams<typeof method>;
        const context = { caller: 'test', cancelled, progress: () => undefined };
        return methods[method].result.parse(await engine.call(method, parsed, context)) as Result<typeof method>;
      };
      try {
        return await work(call);
      } finally {
        await close();
      }
    },
    /** Hashes of the files in a folder of the home, by their paths there. Locks are left out: they are empty. */
    hashes(path: string): Record<string, string> {
      const root = join(home, path);
      const files = filesIn(root).filter(({ path: file }) => !/(?:^|[./\\])lock$/.test(file));
      return Object.fromEntries(
        files.map(({ path: file, bytes }) => [
          file.slice(root.length + 1),
          createHash('sha256').update(bytes).digest('hex'),
        ]),
      );
    },
  };
}
