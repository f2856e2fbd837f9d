import { describe, expect, it } from 'vitest';
import { openingFrom, openingOf } from './open-requests.ts';

const app = ['/app', '/app/out/main/main.js'];

describe('requests to open something at the start', () => {
  it.each<[string, string[], unknown]>([
    ['nothing', ['electron', '/app'], null],
    ['nothing, as a packaged program', ['contexture'], null],
    ['a folder', ['electron', '/app', '/notes'], { path: '/notes' }],
    ['a folder below the current one', ['electron', '/app', 'notes'], { path: '/here/notes' }],
    ['the current folder', ['electron', '/app', '.'], { path: '/here' }],
    ['a folder in the home folder', ['electron', '/app', '~/notes'], { path: '~/notes' }],
    ['a file, as a packaged program', ['contexture', 'notes.md'], { path: '/here/notes.md' }],
    [
      'a folder beside switches of others',
      ['electron', '--inspect=0', '-r', '/loader', '/app', '/notes', '--x'],
      { path: '/notes' },
    ],
    ['the app itself, by its entry', ['electron', '/app/out/main/main.js', '--sample'], { sample: true }],
    ['the folder of the app', ['electron', '/app', '/app'], { path: '/app' }],
    ['a link', ['contexture', '--x', 'contexture://open?path=/notes'], { link: 'contexture://open?path=/notes' }],
    ['the sample', ['electron', '/app', '--sample'], { sample: true }],
    ['a folder rather than the sample', ['electron', '/app', '--sample', '/notes'], { path: '/notes' }],
  ])('%s', (_, argv, opening) => {
    expect(openingOf(argv, '/here', app)).toEqual(opening);
  });

  it.each<[unknown, unknown]>([
    [{ path: '/notes' }, { path: '/notes' }],
    [{ path: '/notes', more: 1 }, { path: '/notes' }],
    [{ sample: true }, { sample: true }],
    [{ link: 'contexture://open' }, { link: 'contexture://open' }],
    [{ link: 'x'.repeat(9000) }, null],
    [{}, null],
    [{ path: '' }, null],
    [{ path: 1 }, null],
    [{ sample: 'yes' }, null],
    [null, null],
    ['/notes', null],
    [undefined, null],
  ])('reads %j from a second start as %j', (data, opening) => {
    expect(openingFrom(data)).toEqual(opening);
  });
});
