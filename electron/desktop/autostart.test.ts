import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { autostartPath, autostartText } from './autostart.ts';

const paths = { ...posix, resolve: (path: string) => posix.resolve(path) };

describe('the file that starts the app at login', () => {
  it('is in the folder of the person’s settings', () => {
    expect(autostartPath(paths, null, '/home/ana')).toBe('/home/ana/.config/autostart/contexture.desktop');
    expect(autostartPath(paths, '', '/home/ana')).toBe('/home/ana/.config/autostart/contexture.desktop');
    expect(autostartPath(paths, '/else', '/home/ana')).toBe('/else/autostart/contexture.desktop');
  });

  it.each([
    [['/opt/Contexture/contexture', '--hidden'], '"/opt/Contexture/contexture" "--hidden"'],
    [['/home/Ána B/100% "x"'], '"/home/Ána B/100%% \\\\"x\\\\""'],
    [['/a$b`c\\d'], '"/a\\\\$b\\\\`c\\\\\\\\d"'],
  ])('quotes its command: %s', (command, exec) => {
    expect(autostartText(command).split('\n')).toContain(`Exec=${exec}`);
  });
});
