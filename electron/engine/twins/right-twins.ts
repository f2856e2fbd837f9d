import { z } from 'zod';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

const rightSchema = z.strictObject({ salt: z.string().min(16), right: z.array(z.array(z.string())) });

/** Twins the person said are right, as salted fingerprints in `twins.json`: right until a text joins, even if some go. */
export function createRightTwins({ ports, dataFolder }: Pick<WorkspaceParts, 'ports' | 'dataFolder'>) {
  const path = (): string => ports.paths.join(dataFolder.current(), 'twins.json');
  return {
    async read() {
      const stored = await readAppJson(ports, path(), rightSchema.nullable(), null);
      const salt = stored?.salt ?? `${ports.newId()}${ports.newId()}${ports.newId()}`;
      const right = (stored?.right ?? []).map((group) => new Set(group));
      const fingerprint = (text: string): string => ports.hash(ports.encodeText(`${salt}\n${text}`));
      const holding = new Map<string, ReadonlySet<string>[]>();
      for (const group of right) {
        for (const one of group) {
          holding.set(one, [...(holding.get(one) ?? []), group]);
        }
      }
      const groupsWith = (texts: readonly string[]): readonly ReadonlySet<string>[] => {
        const prints = texts.map(fingerprint);
        return (holding.get(prints[0] ?? '') ?? []).filter((group) => prints.every((print) => group.has(print)));
      };
      const write = (groups: readonly ReadonlySet<string>[]): Promise<void> =>
        writeAppJson(ports, path(), { salt, right: groups.map((group) => [...group]) });
      return {
        isEmpty: right.length === 0,
        isRight: (texts: readonly string[]): boolean => right.length > 0 && groupsWith(texts).length > 0,
        add: (texts: readonly string[]) => write([...right, new Set(texts.map(fingerprint))]),
        takeBack: (texts: readonly string[]) => {
          const removed = new Set(groupsWith(texts));
          return write(right.filter((group) => !removed.has(group)));
        },
        /** Forgets the groups with any of these texts. */
        forget: async (texts: readonly string[]) => {
          const removed = new Set(texts.flatMap((text) => holding.get(fingerprint(text)) ?? []));
          if (removed.size > 0) {
            await write(right.filter((group) => !removed.has(group)));
          }
        },
      };
    },
  };
}
