import { expect, test } from 'vitest';
import { relatedTo } from './related-words.ts';

const texts = [
  'food: vegetarian, no gelatine',
  'recipe_style: one pan recipe style',
  'cooks soups on sundays, and cooking is for two',
  'team meets at four',
  'green tea after lunch',
  'foods she likes',
];

test('one word leads to what entries say that has to do with it, word by word', () => {
  const related = relatedTo('Food', texts);
  expect(related?.query.split('|').sort()).toEqual(
    ['food', 'vegetarian', 'recipe', 'cooks', 'soups', 'cooking', 'tea', 'lunch', 'foods'].sort(),
  );
  expect(related?.named).toHaveLength(6);
  expect(related?.count, 'not the team').toBe(5);
});

test('a word that is in a topic leads to the others, and one that is in none to nothing', () => {
  expect(relatedTo('recipes', texts)?.count).toBe(5);
  expect(relatedTo('gelatine', texts)).toBeNull();
  expect(relatedTo('constructor', texts)).toBeNull();
});

test('several words that no entry says together lead to what says one of them, or has to do with one', () => {
  expect(relatedTo('food team', texts)?.query).toMatch(/^food\|team\|/);
  expect(relatedTo('food team', texts)?.count).toBe(6);
  expect(relatedTo('team gelatine', texts)).toEqual({ query: 'team|gelatine', named: [], count: 2 });
  expect(relatedTo('green tea', texts), 'which one says').toBeNull();
});

test('of a question only the words count that it is about', () => {
  expect(relatedTo('what does she eat', texts)?.query).toBe(relatedTo('eat', texts)?.query);
  expect(relatedTo('who is she', texts)).toBeNull();
});

test('where hardly any entry says all of several words, what says one of them is offered, and nothing beside', () => {
  expect(relatedTo('recipe pan', [...texts, 'a pan of iron'])).toEqual({ query: 'recipe|pan', named: [], count: 2 });
});

test('nothing is offered where it would find no more, or where more is asked for than one word', () => {
  expect(relatedTo('food', ['food: all of it', 'foods she likes', 'team'])).toBeNull();
  for (const query of ['', 'food is:pinned', '"food one"', 'food|tea', '-food', '"', 'food -tea', 'xyzzy plugh']) {
    expect(relatedTo(query, texts), query).toBeNull();
  }
});
