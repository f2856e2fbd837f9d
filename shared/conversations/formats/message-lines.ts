import type { ConversationFormatId } from '../../programs/program-ids.ts';
import { parseJson } from '../../text/parse-json.ts';
import { factsOf, itemReader, itemsOfRecords, type LinesFormat, type WholeFormat } from './format.ts';
import { oddIn, recordsOf } from './json-fields.ts';
import { isMessage, messageItem } from './message-item.ts';

const createReader = itemReader(messageItem);

/** Creates the format for JSON-lines files with one message per line. */
export const messageLines = (id: ConversationFormatId): LinesFormat => ({
  reads: 'lines',
  id,
  overlap: 0,
  knows: isMessage,
  summarise: (head, tail) => factsOf(itemsOfRecords(createReader(), [...head, ...tail])),
  createReader,
});

/** Makes the format of a file that is one JSON array of messages. */
export const messageArray = (id: ConversationFormatId): WholeFormat => ({
  reads: 'whole',
  id,
  read(text) {
    const value = parseJson(text);
    const records = recordsOf(value);
    // An array of anything else is not a chat; an empty one is a chat that was cleared.
    if (!Array.isArray(value) || (value.length > 0 && !records.some(isMessage))) {
      return null;
    }
    const items = itemsOfRecords(createReader(), records);
    const unknown = records.filter((one) => !isMessage(one));
    const odd = [...oddIn(value), ...unknown.map((one) => ({ why: 'unknown' as const, text: JSON.stringify(one) }))];
    return [{ ...factsOf(items), odd, inner: null, changedAt: null, items }];
  },
});
