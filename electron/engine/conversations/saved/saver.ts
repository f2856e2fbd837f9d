import { z } from 'zod';
import { toContextureError } from '#shared/contract/errors.ts';
import type { SaveRule, SavingState } from '#shared/contract/features/saved-conversations.ts';
import { grouped } from '#shared/entries/multimap.ts';
import { countInWords } from '#shared/text/counts.ts';
import { readAppJson, writeAppJson } from '../../app-files/app-json.ts';
import type { Ports } from '../../ports.ts';
import { createSerialQueue } from '../../serial-queue.ts';
import type { Part } from './copies.ts';
import type { CopyReaders, SavedCopies, SaveRequest } from './saved-copies.ts';

const megabyte = 1_000_000;
const settingsSchema = z.strictObject({
  rules: z.array(z.strictObject({ assistant: z.string(), project: z.string().nullable() })),
  limit: z.int(),
  /** Conversations whose copies the person removed. */
  leftOut: z.array(z.string()).default([]),
});
type Settings = z.infer<typeof settingsSchema>;
const usual: Settings = { rules: [], limit: 2000 * megabyte, leftOut: [] };

/** Milliseconds without a write after which a session has probably ended. */
const quietMs = 10 * 60 * 1000;
const soonMs = 15_000;
const againMs = 60 * 60 * 1000;

export type Candidate = SaveRequest & {
  readonly project: string | null;
  readonly bytes: number;
  readonly changedAt: number;
};

/** Keeps conversations by the person's rules while a person looks. @param candidates those of some assistants */
export function createSaver(
  ports: Ports,
  copies: SavedCopies,
  parts: Pick<CopyReaders, 'readEach'>,
  candidates: (assistants: ReadonlySet<string>) => Promise<readonly Candidate[]>,
) {
  const path = ports.paths.join(ports.dataFolder, 'conversations', 'keeping.json');
  const enqueue = createSerialQueue();
  const settings = () => readAppJson(ports, path, settingsSchema, usual);
  let problems: SavingState['problems'] = [];
  let cancel: () => void = () => undefined;
  let isClosed = false;

  async function keepByRules(): Promise<void> {
    const { rules, limit, leftOut } = await settings();
    if (rules.length === 0) {
      problems = [];
      return;
    }
    const failures: SavingState['problems'] = [];
    const sizes = new Map((await copies.list()).map(({ id, bytes }) => [id, bytes]));
    let used = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
    const wanted = await candidates(new Set(rules.map(({ assistant }) => assistant)));
    const covered = wanted.filter((one) => !leftOut.includes(one.id) && rules.some((rule) => fits(rule, one)));
    const atRest = covered.filter(({ changedAt }) => ports.clock.now() - changedAt >= quietMs);
    const tell = ({ id }: Candidate, error: unknown): void => {
      failures.push({ id, message: toContextureError(error).message });
    };

    async function keepOne(candidate: Candidate, size: number, part: Omit<Part, 'of'> | null): Promise<void> {
      if (isClosed) {
        return;
      }
      const before = sizes.get(candidate.id) ?? 0;
      if (used - before + size > limit && size > before) {
        const message = `The copies would take more than the ${countInWords(Math.round(limit / megabyte))} MB they may. Raise that, or remove copies you don't need.`;
        failures.push({ id: candidate.id, message });
        return;
      }
      try {
        const { bytes } = await copies.keep(candidate, part);
        used += bytes - before;
      } catch (error) {
        tell(candidate, error);
      }
    }

    for (const candidate of atRest.filter(({ inner }) => inner === undefined)) {
      await keepOne(candidate, candidate.bytes, null);
    }
    // A file that conversations share is read once for all.
    for (const ofOneFile of grouped(atRest.flatMap(inSharedFile), ({ main }) => main)) {
      const [first] = ofOneFile;
      const byInner = new Map(ofOneFile.map((one) => [one.inner, one]));
      const reading = isClosed
        ? null
        : parts.readEach(first, ofOneFile, async (inner, part) => {
            const candidate = byInner.get(inner);
            await (candidate && keepOne(candidate, part.bytes.length, part));
          });
      await reading?.catch((error: unknown) => tell(first, error));
    }
    problems = failures;
  }

  function schedule(ms: number): void {
    cancel();
    cancel = ports.clock.after(ms, () => void enqueue(keepByRules).finally(() => void scheduleIfAsked(againMs)));
  }

  async function scheduleIfAsked(ms: number): Promise<void> {
    if (!isClosed && (await settings()).rules.length > 0) {
      schedule(ms);
    }
  }

  return {
    start: (): Promise<void> => scheduleIfAsked(soonMs),
    now: (): Promise<void> => enqueue(keepByRules),
    async state(): Promise<SavingState> {
      const saved = await copies.list();
      const used = saved.reduce((sum, { bytes }) => sum + bytes, 0);
      return { ...(await settings()), used, kept: [...saved], problems };
    },
    async set(change: { readonly rules?: readonly SaveRule[] | undefined; readonly limit?: number | undefined }) {
      await enqueue(async () => {
        const before = await settings();
        const { rules = before.rules, limit = before.limit } = change;
        // Adding to the rules withdraws all earlier exceptions.
        const isMore = rules.some((rule) => !before.rules.some((one) => isSame(one, rule)));
        await writeAppJson(ports, path, {
          rules: [...rules],
          limit,
          leftOut: isMore ? [] : before.leftOut,
        } satisfies Settings);
      });
      await enqueue(keepByRules);
      await scheduleIfAsked(againMs);
    },
    /** Excludes a conversation from the rules, or includes it again: whoever removes a copy does not want the next one. */
    leaveOut: (id: string, isLeftOut: boolean): Promise<void> =>
      enqueue(async () => {
        const before = await settings();
        const others = before.leftOut.filter((one) => one !== id);
        const leftOut = isLeftOut && before.rules.length > 0 ? [...others, id] : others;
        if (leftOut.length !== before.leftOut.length) {
          await writeAppJson(ports, path, { ...before, leftOut } satisfies Settings);
        }
      }),
    async close(): Promise<void> {
      isClosed = true;
      cancel();
      await enqueue(async () => undefined);
    },
  };
}
export type ConversationSaver = ReturnType<typeof createSaver>;

const fits = (rule: SaveRule, { assistant, project }: Candidate): boolean =>
  rule.assistant === assistant && (rule.project === null || rule.project === project);

const isSame = (one: SaveRule, other: SaveRule): boolean =>
  one.assistant === other.assistant && one.project === other.project;

const inSharedFile = ({ inner, ...candidate }: Candidate) => (inner === undefined ? [] : [{ ...candidate, inner }]);
