import { readFileSync } from 'node:fs';
import { openConversations } from '../conversations.ts';
import { writeConversations } from '../many-conversations.ts';
import { ratioOf, sized, takeTurns, timed } from '../measure.ts';
import type { Row } from '../row.ts';

const asked = { ...sized({ conversations: 400, megabytes: 80 }, { conversations: 4, megabytes: 0.1 }), seed: 2 };

export const conversationsSearch: Row = {
  name: 'conversations-search',
  what: `search ${asked.conversations} conversations of ${asked.megabytes} MB for words and beginnings of words`,
  against: 'a case-insensitive scan of the same files',
  minutes: 0.5,
  run: async (bench) => {
    const home = bench.folder();
    const { paths, words } = writeConversations(home, asked);
    const engine = await openConversations(bench, home);
    bench.progress('filling the index');
    await engine.filled();
    // Words from nearly every message to few, and beginnings of them.
    const chosen = [1, 30, 1_000, 20_000].map((rank) => words.slice(rank).find(({ length }) => length >= 6) ?? '');
    const queries = [
      ...chosen.map((word) => `"${word}"`),
      ...chosen.map((word) => word.slice(0, 3)),
      chosen.map((word) => word.slice(0, 5)).at(-1) ?? '',
    ];
    let found = 0;
    const times = await takeTurns({
      ours: () =>
        timed(async () => {
          for (const text of queries) {
            found += (await engine.call('conversations.search', { text })).found.length;
          }
        }),
      scan: () =>
        timed(() => {
          for (const query of queries) {
            found += scan(paths, query.replaceAll('"', ''));
          }
        }),
    });
    return {
      arms: [
        { name: `Contexture, ${queries.length} searches`, unit: 'ms', values: times.ours },
        { name: `scan, ${queries.length} searches`, unit: 'ms', values: times.scan },
      ],
      targets: [{ what: 'Contexture / scan', measured: ratioOf(times.ours, times.scan), unit: '×', atMost: 0.1 }],
      notes: [
        `${queries.join(', ')}; the first 20 conversations of each with their passages, the scan all (${found > 0}).`,
      ],
    };
  },
};

/** Looks for a word in each file's text, in any case, without parsing. */
function scan(paths: readonly string[], word: string): number {
  return paths.filter((path) => readFileSync(path, 'utf8').toLowerCase().includes(word)).length;
}
