import { expect, test } from 'vitest';
import { nameOfConversation, oddLinesInWords } from './conversations.ts';

test.each([
  ['Green tea', 'claude:/home/ann/.claude/projects/-shop/1.jsonl', 'Green tea'],
  [null, 'claude:/home/ann/.claude/projects/-shop/1.jsonl', '1.jsonl'],
  [null, 'claude:C:\\Users\\ann\\.claude\\projects\\-shop\\1.jsonl', '1.jsonl'],
  [null, 'amplifier:/home/ann/.amplifier/projects/-shop/sessions/s-1/transcript.jsonl', 's-1'],
  [null, 'laragent:/site/laragent_storage/chatHistory_Agent_ann.json', 'chatHistory_Agent_ann.json'],
  [null, 'chatgpt:/home/ann/export.zip#c1', 'Untitled'],
  [null, 'chatgpt:/home/ann/export.zip', 'export.zip'],
  [null, '', 'Untitled'],
])('names a conversation with the title %j and the id %j %s', (title, id, name) => {
  expect(nameOfConversation({ title, id })).toBe(name);
});

test.each([
  [0, 0, null],
  [1, 0, '1 line couldn’t be read'],
  [0, 2, '2 lines are of an unknown kind'],
  [1000, 1, '1,000 lines couldn’t be read, 1 of an unknown kind'],
])('words %d unread and %d unknown lines', (unread, unknown, words) => {
  expect(oddLinesInWords(unread, unknown)).toBe(words);
});
