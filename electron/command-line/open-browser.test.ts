import { describe, expect, it } from 'vitest';
import { hasScreen, openBrowser, secretFromEnvironment } from './process.ts';

describe('detecting a screen', () => {
  it.each<[NodeJS.Platform, Record<string, string>, boolean]>([
    ['darwin', {}, true],
    ['win32', {}, true],
    ['linux', {}, false],
    ['linux', { DISPLAY: '' }, false],
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['linux', { WSL_DISTRO_NAME: 'Debian' }, true],
    ['linux', { DISPLAY: 'localhost:10.0', SSH_CONNECTION: '1 2 3 4' }, false],
    ['darwin', { SSH_TTY: '/dev/ttys001' }, false],
    ['darwin', { CI: 'true' }, false],
  ])('on %s with %j: %s', (platform, env, expected) => {
    expect(hasScreen(platform, env)).toBe(expected);
  });

  it('opens nothing without one', async () => {
    expect(await openBrowser('http://127.0.0.1:1/', { CI: '1' })).toBe(false);
  });
});

describe('a secret handed over by another program', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['secret', null],
    ['with spaces and more than thirty-two characters', null],
    ['A'.repeat(32), 'A'.repeat(32)],
  ])('%j is taken as %j', (given, taken) => {
    expect(secretFromEnvironment({ CONTEXTURE_SECRET: given })).toBe(taken);
  });
});
