import { expect, test } from 'vitest';
import { connectedIds, conversationFormatIds, nameOfProgram, namesWithMemories } from './program-ids.ts';
import { connectedPrograms, conversationPlaces, memoryPlaces, programs } from './programs.ts';

test('the short lists agree with the programs’ records', () => {
  const having = (field: 'memories' | 'conversations' | 'connection') =>
    programs.filter((program) => program[field] !== undefined);
  expect(connectedIds).toEqual(having('connection').map(({ id }) => id));
  expect(namesWithMemories).toEqual(having('memories').map(({ id }) => nameOfProgram(id)));
  const formats = programs.flatMap(({ conversations = [] }) => conversations.map(({ format }) => format.id));
  expect(conversationFormatIds).toEqual([...new Set(formats)]);
});

test('places of conversations have unique ids, and each is below a home or named by the person', () => {
  const ids = conversationPlaces.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(conversationPlaces.filter(({ home, folder }) => (home === undefined) !== (folder === undefined))).toEqual([]);
  expect(memoryPlaces.filter(({ home }) => home === undefined)).toEqual([]);
  expect(connectedPrograms.filter(({ folders }) => folders.length === 0)).toEqual([]);
});
