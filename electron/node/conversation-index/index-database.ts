import type {
  ConversationCopy,
  ConversationIndex,
  IndexedConversation,
  IndexedPart,
  IndexTerm,
} from '#engine/ports.ts';
import { foldedWords } from '#shared/conversations/search/fold.ts';
import { unpackTexts } from '#shared/conversations/search/packed-texts.ts';
import { databaseCalls, openSqlite } from './sqlite.ts';

/** The port's calls, made synchronous; errors are SQLite's. */
export type IndexDatabase = {
  readonly [Name in keyof ConversationIndex]: (
    ...values: Parameters<ConversationIndex[Name]>
  ) => Awaited<ReturnType<ConversationIndex[Name]>>;
};

/** Version of the schema and of what readers take from files. An index of another version is rebuilt. */
const version = 7;
/** Row ids reserved per conversation: an item's row id is the conversation's id times this, plus its place. */
const placesEach = 2 ** 34;
/** Milliseconds to wait while another process writes to the database. */
const patience = 5_000;

/**
 * Each batch goes into one sorted part of the index, and pages are large, so that parts are merged less often.
 *
 * Contentless: it holds words and their positions; the only texts are titles, in `summary`. Rows can be deleted all the same, but their
 * words stay in the file until `optimize`, and in its free pages unless these are overwritten.
 */
const schema = `
  CREATE TABLE conversations (
    id INTEGER PRIMARY KEY, conversation TEXT NOT NULL UNIQUE, identity TEXT NOT NULL,
    bytes INTEGER NOT NULL, changed_at REAL NOT NULL, read_to INTEGER NOT NULL, guard TEXT NOT NULL,
    is_cut INTEGER NOT NULL, is_compacted INTEGER NOT NULL, named_at INTEGER,
    summary TEXT, keys BLOB NOT NULL DEFAULT x''
  );
  CREATE VIRTUAL TABLE texts USING fts5(
    text, content = '', contentless_delete = 1, prefix = '3',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
  );
  INSERT INTO texts (texts, rank) VALUES ('hashsize', 8000000), ('pgsz', 8100);
  CREATE VIRTUAL TABLE words USING fts5vocab(texts, 'row');
`;

const conversationsQuery = `
  SELECT conversation, count FROM
    (SELECT rowid / ${placesEach} AS found, count(*) AS count FROM
      (SELECT rowid FROM texts WHERE texts MATCH ? LIMIT ?) GROUP BY found)
  JOIN conversations ON id = found
`;
/** Counting more takes longer than asking about the latest conversations one by one. */
const maxCounted = 10_000;
const maxWordsWithin = 2_000;
const wordsAtOnce = 100;

/** @throws SQLite's errors; `SQLITE_NOTADB` and those that begin with `SQLITE_CORRUPT` for a damaged file */
export function openIndexDatabase(path: string): IndexDatabase {
  const database = openSqlite(path, patience);
  const calls = databaseCalls(database);
  const { all, inTransaction } = calls;
  database.exec(
    'PRAGMA page_size = 8192; PRAGMA secure_delete = ON; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000',
  );
  all('PRAGMA journal_mode = WAL');
  inTransaction(() => {
    const [storedVersion] = all('PRAGMA user_version')[0] ?? [];
    if (storedVersion !== version) {
      database.exec('DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS texts; DROP TABLE IF EXISTS conversations');
      database.exec(`${schema}; PRAGMA user_version = ${version}`);
    }
  });
  return { ...lookups(calls), ...changes(calls), close: () => database.close() };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const decode = (bytes: Uint8Array): string => decoder.decode(bytes);

type Calls = ReturnType<typeof databaseCalls>;

/** Id of a conversation, and how far it was read; null if it isn't in the index. */
function rowOf({ all }: Calls, conversation: string): { id: number; readTo: number } | null {
  const [row] = all('SELECT id, read_to FROM conversations WHERE conversation = ?', conversation);
  return row === undefined ? null : { id: Number(row[0]), readTo: Number(row[1]) };
}

type Lookups = 'known' | 'copies' | 'conversationsWith' | 'itemsWith' | 'conversationsWithin' | 'itemsWithin';

function lookups(calls: Calls): Pick<IndexDatabase, Lookups> {
  const { all } = calls;
  return {
    known: () =>
      all(
        'SELECT conversation, identity, bytes, changed_at, read_to, guard, is_cut, is_compacted, named_at, summary FROM conversations',
      ).map(knownFile),
    copies: () => copiesAmong(all(sameBeginningQuery).map(keyedOf)),
    conversationsWith(terms) {
      const rows = all(conversationsQuery, expressionOf(terms), maxCounted + 1);
      const items = rows.reduce((sum, [, count]) => sum + Number(count), 0);
      return items > maxCounted ? null : rows.map(([conversation]) => String(conversation));
    },
    itemsWith: (terms, from, limit) =>
      from.map(({ conversation, at }) => {
        const id = rowOf(calls, conversation)?.id ?? 0;
        return all(
          `SELECT rowid FROM texts WHERE texts MATCH ? AND rowid >= CAST(? AS INTEGER) AND rowid < CAST(? AS INTEGER)
           ORDER BY rowid LIMIT ?`,
          expressionOf(terms),
          id * placesEach + at,
          (id + 1) * placesEach,
          limit,
        ).map(([row]) => Number(row) - id * placesEach);
      }),
    conversationsWithin(parts) {
      const [first = '', ...others] = parts;
      // The conversations of one part are few; several parts need a look at each item.
      const ids = others.length === 0 ? conversationsWithin(calls, first) : conversationsWithAll(calls, parts);
      return ids && [...namesOf(calls)].filter(([id]) => ids.has(id)).map(([, name]) => name);
    },
    itemsWithin(parts) {
      const names = namesOf(calls);
      const rows = rowsWithAll(calls, parts);
      return (
        rows
          ?.sort((one, other) => one - other)
          .map((row) => ({ conversation: names.get(conversationOf(row)) ?? '', at: row % placesEach })) ?? null
      );
    },
  };
}

const conversationOf = (row: number): number => Math.floor(row / placesEach);

const namesOf = ({ all }: Calls): Map<number, string> =>
  new Map(all('SELECT id, conversation FROM conversations').map(([id, name]) => [Number(id), String(name)]));

/** Items whose words contain every part, in any order; null if too many words contain one. */
function rowsWithAll(calls: Calls, parts: readonly string[]): number[] | null {
  let matches: Set<number> | null = null;
  for (const part of parts) {
    const rows = rowsWithin(calls, part);
    if (rows === null) {
      return null;
    }
    const before: Set<number> = matches ?? rows;
    matches = new Set([...before].filter((row) => rows.has(row)));
  }
  return [...(matches ?? [])];
}

function conversationsWithAll(calls: Calls, parts: readonly string[]): ReadonlySet<number> | null {
  const rows = rowsWithAll(calls, parts);
  return rows && new Set(rows.map(conversationOf));
}

const conversationsWithin = (calls: Calls, part: string): Set<number> | null =>
  foundWithin(calls, part, `SELECT DISTINCT rowid / ${placesEach} FROM texts WHERE texts MATCH ?`);

/** Items with a word that contains the part; null if too many words do. */
const rowsWithin = (calls: Calls, part: string): Set<number> | null =>
  foundWithin(calls, part, 'SELECT rowid FROM texts WHERE texts MATCH ?');

/** @param query selects one number for each match */
function foundWithin({ all }: Calls, part: string, query: string): Set<number> | null {
  const ofWords = 'SELECT term FROM words WHERE instr(term, ?) > 0 LIMIT ?';
  const words = all(ofWords, part, maxWordsWithin + 1).map(([word]) => `"${word}"`);
  const numbers = new Set<number>();
  for (let from = 0; from < words.length && words.length <= maxWordsWithin; from += wordsAtOnce) {
    const any = words.slice(from, from + wordsAtOnce).join(' OR ');
    for (const [number] of all(query, any)) {
      numbers.add(Number(number));
    }
  }
  return words.length > maxWordsWithin ? null : numbers;
}

function changes(calls: Calls): Omit<IndexDatabase, Lookups | 'close'> {
  const { all, run, inTransaction, prepare } = calls;
  const note = ({ conversation, identity, bytes, changedAt, readTo, guard, ...is }: IndexedConversation): void =>
    run(
      `INSERT INTO conversations (conversation, identity, bytes, changed_at, read_to, guard, is_cut, is_compacted, named_at,
       summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (conversation) DO UPDATE SET identity = excluded.identity,
       bytes = excluded.bytes, changed_at = excluded.changed_at, read_to = excluded.read_to, guard = excluded.guard,
       is_cut = excluded.is_cut, is_compacted = excluded.is_compacted, named_at = excluded.named_at,
       summary = excluded.summary`,
      conversation,
      identity,
      bytes,
      changedAt,
      readTo,
      guard,
      is.isCut ? 1 : 0,
      is.isCompacted ? 1 : 0,
      is.namedAt,
      is.summary && JSON.stringify(is.summary),
    );
  const deleteFrom = (id: number, from: number): void => {
    const query = 'DELETE FROM texts WHERE rowid >= CAST(? AS INTEGER) AND rowid < CAST(? AS INTEGER)';
    run(query, id * placesEach + from, (id + 1) * placesEach);
  };
  return {
    add: (parts: readonly IndexedPart[]) =>
      inTransaction(() => {
        const insert = prepare('INSERT INTO texts (rowid, text) VALUES (CAST(? AS INTEGER), ?)');
        for (const { read, from, texts, keys } of parts) {
          const before = rowOf(calls, read.conversation);
          if (from > 0 && before?.readTo !== from) {
            continue;
          }
          if (before !== null) {
            deleteFrom(before.id, from);
          }
          note(read);
          const id = before?.id ?? rowOf(calls, read.conversation)?.id ?? 0;
          const added = new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength);
          run(
            "UPDATE conversations SET keys = CAST(iif(?, keys, x'') || ? AS BLOB) WHERE id = ?",
            from > 0 ? 1 : 0,
            added,
            id,
          );
          for (const { at, text } of unpackTexts(decode, texts)) {
            insert.run([id * placesEach + at, foldedWords(text)]);
          }
        }
      }),
    remove: (conversations) =>
      inTransaction(() => {
        for (const conversation of conversations) {
          const row = rowOf(calls, conversation);
          if (row !== null) {
            deleteFrom(row.id, 0);
            run('DELETE FROM conversations WHERE id = ?', row.id);
          }
        }
      }),
    erase(items) {
      inTransaction(() => {
        for (const { conversation, at } of items) {
          const id = rowOf(calls, conversation)?.id ?? 0;
          if (at >= 0) {
            run('DELETE FROM texts WHERE rowid = CAST(? AS INTEGER)', id * placesEach + at);
          }
          run('UPDATE conversations SET summary = NULL WHERE id = ?', id);
        }
        run("INSERT INTO texts (texts) VALUES ('optimize')");
      });
      const [isBusy] = all('PRAGMA wal_checkpoint(TRUNCATE)')[0] ?? [];
      if (isBusy !== 0) {
        throw Object.assign(new Error('Another process reads in it'), { code: 'SQLITE_BUSY' });
      }
    },
  };
}

const expressionOf = (terms: readonly IndexTerm[]): string =>
  terms.map(({ words, isPrefix }) => `"${words.join(' ')}"${isPrefix ? ' *' : ''}`).join(' AND ');

function knownFile([
  conversation,
  identity,
  bytes,
  changedAt,
  readTo,
  guard,
  isCut,
  isCompacted,
  namedAt,
  summary,
]: unknown[]): IndexedConversation {
  return {
    conversation: String(conversation),
    identity: String(identity),
    bytes: Number(bytes),
    changedAt: Number(changedAt),
    readTo: Number(readTo),
    guard: String(guard),
    isCut: isCut === 1,
    isCompacted: isCompacted === 1,
    namedAt: namedAt === null ? null : Number(namedAt),
    summary: summary === null ? null : JSON.parse(String(summary)),
  };
}

/** Selects conversations that begin with the same item as another, the longest first. */
const sameBeginningQuery = `
  SELECT conversation, hex(keys) FROM conversations WHERE substr(keys, 1, 8) IN
    (SELECT substr(keys, 1, 8) FROM conversations WHERE length(keys) > 0 GROUP BY 1 HAVING count(*) > 1)
  ORDER BY length(keys) DESC, changed_at DESC, conversation
`;

type ConversationKeys = { readonly conversation: string; readonly keys: readonly string[] };

const keyedOf = ([conversation, keys]: unknown[]): ConversationKeys => ({
  conversation: String(conversation),
  keys: String(keys).match(/.{16}/g) ?? [],
});

/** Finds conversations all of whose items are in another. @param keyed the longest first */
function copiesAmong(keyed: readonly ConversationKeys[]): ConversationCopy[] {
  const holders: { readonly conversation: string; readonly keys: ReadonlySet<string> }[] = [];
  return keyed.flatMap(({ conversation, keys }) => {
    const holder = holders.find((one) => keys.every((key) => one.keys.has(key)));
    if (holder === undefined) {
      holders.push({ conversation, keys: new Set(keys) });
      return [];
    }
    return [{ conversation, holder: holder.conversation }];
  });
}
