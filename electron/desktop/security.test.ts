import { describe, expect, it, vi } from 'vitest';
import { isOwnFile } from './address.ts';
import { isForOutside } from './security.ts';

vi.mock('electron', () => ({ shell: {} }));

describe('addresses opened by the system', () => {
  it.each(['https://example.com', 'http://example.com:81/a?b#c', 'HTTPS://EXAMPLE.COM', 'mailto:a@example.com'])(
    '%s',
    (address) => {
      expect(isForOutside(address)).toBe(true);
    },
  );

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'file:///etc/passwd',
    'file://server/share',
    'smb://server/share',
    'data:text/html,<script>',
    'blob:https://example.com/1',
    'app://contexture/',
    'about:blank',
    'vscode://file/x',
    'ms-msdt:/id',
    'view-source:https://example.com',
    '\\\\server\\share',
    'example.com',
    '',
  ])('not %j', (address) => {
    expect(isForOutside(address)).toBe(false);
  });
});

describe('downloads', () => {
  it('include files made by the app’s own page', () => {
    expect(isOwnFile('blob:app://contexture/3f0c')).toBe(true);
  });

  it.each([
    'app://contexture/index.html',
    'blob:app://contexture.example.com/1',
    'blob:app://person@contexture/1',
    'blob:https://example.com/1',
    'blob:null/1',
    'https://example.com/file',
    'data:text/plain,1',
    'file:///etc/passwd',
    '',
  ])('not %j', (address) => {
    expect(isOwnFile(address)).toBe(false);
  });
});
