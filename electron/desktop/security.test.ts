import { describe, expect, it, vi } from 'vitest';
import { isForOutside } from './security.ts';

vi.mock('electron', () => ({ shell: {} }));

describe('what is handed to the system to open', () => {
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
