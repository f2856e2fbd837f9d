import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { canInstall, plainNotes, readFeed } from './release-feed.ts';

describe('where new versions are', () => {
  const logged: string[] = [];
  const log = (_level: string, message: string): number => logged.push(message);

  function feedOf(text: string | null): string | null {
    const folder = temporaryFolder();
    if (text !== null) {
      writeFileSync(join(folder, 'app-update.yml'), text);
    }
    logged.length = 0;
    return readFeed(folder, log);
  }

  it('is read from the file that the app is packed with', () => {
    const github = 'provider: github\nowner: ann\nrepo: notes\nupdaterCacheDirName: notes-updater\n';
    expect(feedOf(github)).toBe('https://github.com/ann/notes/releases');
    expect(feedOf('provider: generic\nurl: http://127.0.0.1:8080/feed\n')).toBe('http://127.0.0.1:8080/feed');
  });

  it('is unknown without that file', () => {
    expect([feedOf(null), logged]).toEqual([null, []]);
  });

  it.each(['', ': [', 'provider: s3\nbucket: b\n', 'provider: github\nowner: ann\n'])(
    'is unknown, and the log says so, if it can’t be used: %j',
    (text) => {
      expect([feedOf(text), logged]).toEqual([null, ['The file that says where new versions are could not be read.']]);
    },
  );
});

describe('a copy that can install a version itself', () => {
  const mount = { APPIMAGE: '/home/ann/Contexture.AppImage', APPDIR: '/tmp/.mount_C' };
  it.each([
    ['installed on Windows', true, 'win32', {}, 'C:\\Contexture\\Contexture.exe'],
    ['portable', false, 'win32', { PORTABLE_EXECUTABLE_FILE: 'D:\\Contexture.exe' }, 'C:\\Temp\\Contexture.exe'],
    ['among the applications', true, 'darwin', {}, '/Applications/Contexture.app/Contents/MacOS/Contexture'],
    ['on its disk image', false, 'darwin', {}, '/Volumes/Contexture/Contexture.app/Contents/MacOS/Contexture'],
    ['translocated', false, 'darwin', {}, '/private/var/folders/x/AppTranslocation/1/d/Contexture.app/C'],
    ['an AppImage', true, 'linux', mount, '/tmp/.mount_C/contexture'],
    ['a deb', false, 'linux', {}, '/opt/Contexture/contexture'],
    ['a deb started from another program’s AppImage', false, 'linux', mount, '/opt/Contexture/contexture'],
    ['an unpacked AppImage', false, 'linux', { APPDIR: '/tmp/.mount_C' }, '/tmp/.mount_C/contexture'],
  ] as const)('%s: %s', (_name, can, platform, env, program) => {
    expect(canInstall(platform, env, program)).toBe(can);
  });
});

describe('release notes', () => {
  it('keep plain text and markdown as they are', () => {
    expect(plainNotes('- Faster & <safer>\n- *New*\n')).toBe('- Faster & <safer>\n- *New*');
    expect(plainNotes(null)).toBe('');
    expect(
      plainNotes([
        { version: '2', note: 'b' },
        { version: '1', note: null },
      ]),
    ).toBe('b');
  });

  it('are the text of HTML', () => {
    const html =
      '<h2>New</h2>\n<ul>\n<li>Faster &amp; <b>safer</b></li>\n<li>&#8220;Hi&#x201d; &lt;b&gt;</li>\n</ul><p>Bye<br>now</p>';
    expect(plainNotes(html)).toBe('New\n\n• Faster & safer\n• “Hi” <b>\n\nBye\nnow');
  });

  it('leave no tag behind', () => {
    expect(plainNotes('<p>a</p><script>alert(1)</script><img src=x onerror=alert(1)>')).not.toMatch(/<|onerror/);
  });

  it('are cut to a length that can be read', () => {
    expect(plainNotes(`<p>${'a'.repeat(1_000_000)}</p>`)).toHaveLength(10_000);
  });
});
