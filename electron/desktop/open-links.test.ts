import { describe, expect, it } from 'vitest';
import { isLink, readLink } from './open-links.ts';

const open = (path: string, rest = ''): string => `contexture://open?path=${encodeURIComponent(path)}${rest}`;

describe('a link', () => {
  it.each([
    [open('/home/ann/notes'), { path: '/home/ann/notes' }],
    [open('/home/ann/Größe & Co'), { path: '/home/ann/Größe & Co' }],
    [open('/home/ann/notes', '&view=archive'), { path: '/home/ann/notes', view: 'archive' }],
    [open('/home/ann/x/../notes'), { path: '/home/ann/notes' }],
    [`contexture://open/?path=${encodeURIComponent('/notes')}`, { path: '/notes' }],
    [`CONTEXTURE://open?path=${encodeURIComponent('/notes')}`, { path: '/notes' }],
  ])('opens a memory: %s', (link, read) => {
    expect(isLink(link)).toBe(true);
    expect(readLink(link)).toEqual(read);
  });

  it.each([
    ['nothing', 'contexture://open'],
    ['another command', 'contexture://erase?path=/notes'],
    ['another scheme', 'file://open?path=/notes'],
    ['a path of a network', open('//server/share')],
    ['a path of a network on Windows', open(String.raw`\\server\share`)],
    ['a path of a network under another name', open(String.raw`/\server\share`)],
    ['a relative path', open('notes')],
    ['a path in the home folder', open('~/notes')],
    ['a path with a line break', open('/notes\n/etc')],
    ['an unknown view', open('/notes', '&view=shell')],
    ['an unknown name', open('/notes', '&run=1')],
    ['two paths', open('/notes', '&path=/etc')],
    ['a path of the link', 'contexture://open/now?path=/notes'],
    ['a password', 'contexture://a:b@open?path=/notes'],
    ['a fragment', open('/notes', '#x')],
    ['a switch', '--contexture://open?path=/notes'],
    ['too much', open(`/${'x'.repeat(9000)}`)],
    ['no address', 'contexture:'],
  ])('with %s is refused', (_, link) => {
    expect(readLink(link)).toBeNull();
  });
});
