import { updatesStep } from '#engine/memory/steps.ts';
import type { ContextUpdate } from '#shared/contract/changes.ts';
import { estimate } from '#shared/entries/measure.ts';
import { estimateOfWords } from '#shared/entries/token-estimate.ts';
import { ownMemory } from '#shared/formats/formats.ts';
import { createRandom } from '#testing/faults/random.ts';
import { openEngine } from '../engine.ts';
import { ratioOf, sized, spreadOf, takeTurns, timed } from '../measure.ts';
import type { Row } from '../row.ts';
import { languages } from '../words.ts';

const today = '2026-11-21';
const limit = 2000;
const rules = {
  format: ownMemory.format,
  layout: { contextPath: 'global.md', archivePath: (name: string) => name, notesPath: null, topicPath: () => null },
  text: { decodeText: () => null, encodeText: () => new Uint8Array() },
  today,
  limit,
  measure: estimate,
};

export const apply: Row = {
  name: 'apply',
  what: 'apply 1,600 new insights to an empty context, archival included',
  against: 'a loop that re-prints and re-counts the whole file per archived entry',
  minutes: 2,
  run: async (bench) => {
    const few = insights(sized(1600, 20));
    const many = insights(sized(16_000, 200));
    const compute = (updates: readonly ContextUpdate[], times: number) => async (): Promise<number> => {
      const took: number[] = [];
      for (let time = 0; time < times; time++) {
        took.push(
          await timed(() => updatesStep(updates, rules)({ document: async () => null, bytes: async () => null })),
        );
      }
      return spreadOf(took).median;
    };
    const onDisk = async (updates: ContextUpdate[]): Promise<number> => {
      const engine = await openEngine(bench, bench.folder(), { startEmpty: true });
      const took = await timed(() => engine.call('context.apply', { updates }));
      await engine.close();
      return took;
    };
    const times = await takeTurns({
      // The median of five: other work of the machine could double a few milliseconds.
      ours: compute(few, 5),
      loop: () => timed(() => reprintingLoop(few)),
      many: compute(many, 3),
      disk: () => onDisk(few),
      diskMany: () => onDisk(many),
    });
    return {
      arms: [
        { name: 'Contexture, 1,600, computed', unit: 'ms', values: times.ours },
        { name: 're-printing loop, 1,600', unit: 'ms', values: times.loop },
        { name: 'Contexture, 16,000, computed', unit: 'ms', values: times.many },
        { name: 'Contexture, 1,600, the whole call', unit: 'ms', values: times.disk },
        { name: 'Contexture, 16,000, the whole call', unit: 'ms', values: times.diskMany },
      ],
      targets: [
        {
          what: 'loop / Contexture, both computed',
          measured: ratioOf(times.loop, times.ours),
          unit: '×',
          atLeast: 100,
        },
        { what: '16,000 / 1,600, computed', measured: ratioOf(times.many, times.ours), unit: '×', atMost: 12 },
        {
          what: '16,000 / 1,600, the whole call',
          measured: ratioOf(times.diskMany, times.disk),
          unit: '×',
          atMost: 12,
        },
      ],
      notes: ['The whole call writes context, archive and history to the disk; the loop writes nothing.'],
    };
  },
};

function insights(count: number): ContextUpdate[] {
  const random = createRandom(count);
  const { words } = (languages[0] as (typeof languages)[number]).language;
  return Array.from({ length: count }, (_, index) => ({
    category: 'insight',
    key: `insight_${index}`,
    value: Array.from({ length: 6 + random.below(8) }, () => random.pick(words)).join(' '),
    confidence: 'tentative',
    source: 'weekly_review',
  }));
}

/** Works like the context manager that the format comes from: prints the file from its list of entries. */
function reprintingLoop(updates: readonly ContextUpdate[]): { readonly text: string; readonly archive: string } {
  const live = updates.map((update) => ({ ...update, date: today }));
  const archived: typeof live = [];
  let text = printed(live);
  while (estimateOfWords(text.split(/\s+/).length) > limit && live.length > 0) {
    archived.push(...live.splice(0, 1));
    text = printed(live);
  }
  return { text, archive: printed(archived) };
}

function printed(entries: readonly (ContextUpdate & { readonly date: string })[]): string {
  const lines = entries.map(
    ({ date, confidence, source, key, value }) => `- [${date}|${confidence}|${source}] ${key}: ${value}`,
  );
  return `---\nlast_updated: ${today}\nversion: 2\ntoken_estimate: 0\n---\n\n# Global Context\n\n## Insights (tentative)\n${lines.join('\n')}\n`;
}
