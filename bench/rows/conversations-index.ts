import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '#node/conversation-index/sqlite.ts';
import { foldedWords } from '#shared/conversations/search/fold.ts';
import { textsOf } from '#shared/conversations/search/item-texts.ts';
import { claudeConversations } from '#shared/programs/claude-code/conversations.ts';
import { openConversations } from '../conversations.ts';
import { writeConversations } from '../many-conversations.ts';
import { ratioOf, sized, takeTurns, timed } from '../measure.ts';
import type { Row } from '../row.ts';

const asked = { ...sized({ conversations: 200, megabytes: 30 }, { conversations: 4, megabytes: 0.1 }), seed: 1 };

export const conversationsIndex: Row = {
  name: 'conversations-index',
  what: `take ${asked.conversations} conversations of ${asked.megabytes} MB into the index`,
  against: 'reading and parsing the same lines, and inserting the same texts into a bare FTS5 table',
  minutes: 0.5,
  run: async (bench) => {
    const home = bench.folder();
    const { paths } = writeConversations(home, asked);
    const texts = paths.flatMap(textsIn);
    const times = await takeTurns({
      ours: async () => {
        const engine = await openConversations(bench, home);
        const took = await timed(engine.filled);
        await engine.close();
        return took;
      },
      reading: () => timed(() => paths.map((path) => parsedLines(path).length)),
      bare: () => timed(() => insert(join(bench.folder(), 'bare.db'), texts)),
    });
    return {
      arms: [
        { name: 'Contexture', unit: 'ms', values: times.ours },
        { name: 'reading and parsing', unit: 'ms', values: times.reading },
        { name: 'bare FTS5', unit: 'ms', values: times.bare },
      ],
      targets: [
        { what: 'Contexture / reading', measured: ratioOf(times.ours, times.reading), unit: '×', atMost: 15 },
        { what: 'Contexture / bare FTS5', measured: ratioOf(times.ours, times.bare), unit: '×', atMost: 1.5 },
      ],
      notes: [`${texts.length} messages; finding the files and starting the thread of the index are counted.`],
    };
  },
};

const parsedLines = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

function textsIn(path: string): string[] {
  const reader = claudeConversations.createReader();
  const items = parsedLines(path).flatMap((record, at) =>
    reader.read({ record: record as Record<string, unknown>, at }),
  );
  return [...items, ...reader.end()].map((item) => textsOf(item, false).map(foldedWords).join('\n'));
}

/** Inserts all texts in one transaction, with the index's own tokenizer and prefix index. */
function insert(path: string, texts: readonly string[]): void {
  const database = openSqlite(path, 0);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  database.exec(
    `CREATE VIRTUAL TABLE texts USING fts5(text, content = '', prefix = '3', tokenize = 'unicode61'); BEGIN`,
  );
  const statement = database.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)');
  for (const [row, text] of texts.entries()) {
    statement.run([row + 1, text]);
  }
  database.exec('COMMIT');
  database.close();
}
