import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Nothing else checks class names: one without a rule does nothing, and an unused one would stay for ever.
 */
const renderer = join(import.meta.dirname, '..');
const filesOf = (end: string) =>
  readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(end))
    .map((path) => readFileSync(join(renderer, path), 'utf8'));
const matches = (texts: readonly string[], pattern: RegExp) =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found ?? ''));

const shared = ['shared.css', 'boxes.css']
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8').replaceAll(/\/\*.*?\*\//gs, ''))
  .join('\n');
const known = new Set(matches([shared], /\.([a-z][\w-]*)/g));
const components = filesOf('.tsx');
const inBraces = matches(components, /className=\{([^}]*)\}/g);
const used = [
  ...matches(filesOf('.module.css'), /composes: (.*) from global/g),
  ...matches(components, /className="([^"]*)"/g),
  // Neither a module's class nor a compared value.
  ...matches(inBraces, /\['[^']*'\]|[!=]== '[^']*'|'([^']*)'/g),
].flatMap((names) => names.split(' ').filter(Boolean));

test('classes that modules compose and components name are shared', () => {
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});

test('modules compose only shared classes, as Vite warns of rules from another module', () => {
  expect(matches(filesOf('.module.css'), /composes: (.*) from ["']/g)).toEqual([]);
});

test('shared classes are used more than once', () => {
  expect([...known].filter((name) => used.indexOf(name) === used.lastIndexOf(name))).toEqual([]);
});
