import type { JsonRecord, OddRecord } from '../../conversations/formats/format.ts';
import { oddIn, recordOf, recordsOf, stringOf } from '../../conversations/formats/json-fields.ts';
import { parseJson } from '../../text/parse-json.ts';

/** Message as it was last written, null for a compaction; `isLeft` is true if later ones took its place. */
export type LoggedMessage = { readonly message: JsonRecord | null; readonly isLeft: boolean };

/** Replays a chat’s lines: `$rewindTo` takes back messages, `$set` changes the chat; messages taken back stay. */
export function createMessageLog() {
  let about: JsonRecord = {};
  const logged: { message: JsonRecord | null; isLeft: boolean }[] = [];
  const places = new Map<string, number>();
  const odd: OddRecord[] = [];

  function add(message: JsonRecord): void {
    const id = stringOf(message['id']);
    const at = id === null ? undefined : places.get(id);
    if (at !== undefined) {
      logged[at] = { message, isLeft: false };
      return;
    }
    if (id !== null) {
      places.set(id, logged.length);
    }
    logged.push({ message, isLeft: false });
  }

  function rewindTo(id: string): void {
    for (let at = places.get(id) ?? logged.length; at < logged.length; at += 1) {
      logged[at] = { message: logged[at]?.message ?? null, isLeft: true };
    }
  }

  /** Replaces the messages; with fewer of them, the model no longer has the others. */
  function setMessages(messages: readonly JsonRecord[]): void {
    const ids = new Set(messages.map(({ id }) => id));
    const isShorter = logged.some(({ message, isLeft }) => message !== null && !isLeft && !ids.has(message['id']));
    if (isShorter && messages.length > 0) {
      logged.push({ message: null, isLeft: false });
    }
    for (const message of messages) {
      add(message);
    }
  }

  function set(changes: JsonRecord): void {
    const { messages, ...others } = changes;
    about = { ...about, ...others };
    setMessages(recordsOf(messages));
  }

  function readRecord(record: JsonRecord): void {
    const changes = recordOf(record['$set']);
    if (typeof record['$rewindTo'] === 'string') {
      rewindTo(record['$rewindTo']);
    } else if (changes !== null) {
      set(changes);
    } else if (typeof record['type'] === 'string') {
      add(record);
    } else if (typeof record['sessionId'] === 'string') {
      set(record);
    } else {
      odd.push({ why: 'unknown', text: JSON.stringify(record) });
    }
  }

  return {
    read(line: string): void {
      const record = recordOf(parseJson(line));
      if (record !== null) {
        readRecord(record);
      } else if (line.trim() !== '') {
        odd.push({ why: 'unread', text: line });
      }
    },
    readWhole(whole: JsonRecord): void {
      const messages = recordsOf(whole['messages']);
      odd.push(...oddIn(whole['messages']));
      about = whole;
      for (const message of messages) {
        add(message);
      }
    },
    end: (): { about: JsonRecord; logged: readonly LoggedMessage[]; odd: readonly OddRecord[] } => ({
      about,
      logged,
      odd,
    }),
  };
}
