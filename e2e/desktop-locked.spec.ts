import type * as Electron from 'electron';
import type { Page } from 'playwright/test';
import type { DesktopApp } from './desktop-app.ts';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';

const settled = async (page: Page): Promise<void> => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
};

type Outside = { readonly asked: string[]; readonly opened: string[] };

/** Collects questions to the person and addresses opened outside. @param agrees the person's answer */
async function collectOpened(desktop: DesktopApp, agrees = true): Promise<() => Promise<Outside>> {
  await desktop.evaluate(({ shell, dialog }, yes) => {
    const outside: Outside = { asked: [], opened: [] };
    (globalThis as unknown as { outside: Outside }).outside = outside;
    dialog.showMessageBox = (async ({ detail, buttons, cancelId }: Electron.MessageBoxOptions) => {
      outside.asked.push(detail ?? '');
      return { response: yes ? (buttons ?? []).indexOf('Open') : (cancelId ?? -1), checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
    shell.openExternal = async (url: string) => {
      outside.opened.push(url);
    };
  }, agrees);
  return () => desktop.evaluate(() => (globalThis as unknown as { outside: Outside }).outside);
}

test.describe('under its own scheme', () => {
  const ask = (desktop: DesktopApp, url: string) =>
    desktop.evaluate(async ({ net }, address) => {
      const response = await net.fetch(address);
      return {
        status: response.status,
        policy: response.headers.get('content-security-policy'),
        body: await response.text(),
      };
    }, url);

  test('gives the page a policy with a new nonce at each load, and nothing to connect to', async ({
    desktop,
    page,
  }) => {
    await settled(page);
    const nonces = new Set<string>();
    for (let load = 0; load < 3; load++) {
      const { policy, body } = await ask(desktop, 'app://contexture/');
      const nonce = /script-src 'self' 'nonce-([\w+/]{24})'/.exec(policy ?? '')?.[1] ?? '';
      nonces.add(nonce);
      expect(policy?.split('; ')).toEqual([
        "default-src 'none'",
        `script-src 'self' 'nonce-${nonce}'`,
        `style-src 'self' 'nonce-${nonce}'`,
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]);
      expect(body).toContain(`nonce="${nonce}"`);
      expect(body).not.toContain('__CONTEXTURE_NONCE__');
    }
    expect(nonces.size).toBe(3);
  });

  test('serves the interface alone, however a path is spelled', async ({ desktop, page }) => {
    await settled(page);
    const ups = [
      '..',
      '%2e%2e',
      '%2E.',
      '..%2f..',
      '..%5c..',
      '..\\..',
      '%252e%252e',
      '..;',
      '.../...',
      '..%00',
      '%c0%ae%c0%ae',
    ];
    const paths = ups.flatMap((up) => [
      `/${up}/package.json`,
      `/${up}/${up}/package.json`,
      `/assets/${up}/${up}/${up}/package.json`,
    ]);
    const others = [
      '/package.json',
      '//package.json',
      '/main/main.js',
      '/assets',
      '/assets/',
      '/%',
      '/__proto__',
      '/index.html/x',
    ];
    for (const path of [...paths, ...others]) {
      const { status, body } = await ask(desktop, `app://contexture${path}`);
      expect([path, status]).toEqual([path, 404]);
      expect(body).toBe('There is nothing here.');
    }
  });

  test('serves nothing under any other host', async ({ desktop, page }) => {
    await settled(page);
    for (const host of ['evil', 'contexture.evil', 'localhost', 'contexture:80']) {
      const { status, body } = await ask(desktop, `app://${host}/`);
      expect([host, status]).toEqual([host, 403]);
      expect(body).not.toContain('<html');
    }
  });
});

test.describe('the page can’t be navigated away', () => {
  for (const [how, lead] of [
    ['to an address', () => location.assign('http://127.0.0.1:9/')],
    ['to another host under its scheme', () => location.assign(location.href.replace('contexture', 'evil'))],
    [
      'by a link',
      () => {
        const link = Object.assign(document.createElement('a'), { href: 'http://127.0.0.1:9/' });
        document.body.append(link);
        link.click();
      },
    ],
  ] as const) {
    test(how, async ({ page, watch }) => {
      await settled(page);
      const address = page.url();
      await page.evaluate(lead);
      // A round trip by the app: it still works.
      await page.keyboard.press('2');
      await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
      expect(page.url().split('#')[0]).toBe(address.split('#')[0]);
      watch.allow(/Failed to load|ERR_/);
    });
  }

  test('by a form', async ({ page, watch }) => {
    await settled(page);
    watch.allow(/form-action/);
    await page.evaluate(() => {
      const form = Object.assign(document.createElement('form'), { action: 'http://127.0.0.1:9/', method: 'post' });
      document.body.append(form);
      form.submit();
    });
    await page.keyboard.press('2');
    await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
  });
});

test('opens no window: the web and mail open in the system’s programs after consent, everything else nowhere', async ({
  desktop,
  page,
}) => {
  await settled(page);
  const outside = await collectOpened(desktop);
  const asked = ['https://example.com/a', 'http://example.com/b', 'mailto:someone@example.com'];
  const refused = [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'smb://host/share',
    'ms-msdt:/id',
    'about:blank',
  ];
  for (const [index, url] of [...refused, ...asked].entries()) {
    expect(await page.evaluate((address) => window.open(address) === null, url)).toBe(true);
    const soFar = asked.slice(0, Math.max(0, index + 1 - refused.length));
    await eventually(outside).toEqual({ asked: soFar, opened: soFar });
  }
  expect(await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('opens no link to a new window without consent', async ({ desktop, page }) => {
  await settled(page);
  const outside = await collectOpened(desktop, false);
  await page.evaluate(() => {
    const link = document.createElement('a');
    Object.assign(link, { href: 'https://example.com/linked', target: '_blank', rel: 'noopener' });
    document.body.append(link);
    link.click();
  });
  await eventually(outside).toEqual({ asked: ['https://example.com/linked'], opened: [] });
});

test('refuses to embed another page', async ({ desktop, page }) => {
  await settled(page);
  const prevented = await desktop.evaluate(({ BrowserWindow }) => {
    let denied = false;
    const event = {
      preventDefault: () => {
        denied = true;
      },
    };
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as NodeJS.EventEmitter | undefined;
    contents?.emit('will-attach-webview', event, {}, {});
    return denied;
  });
  expect(prevented).toBe(true);
});

test('denies every permission but copying', async ({ page }) => {
  await settled(page);
  const states = await page.evaluate(async () => {
    const state = async (name: string): Promise<string> =>
      (await navigator.permissions.query({ name: name as PermissionName })).state;
    return {
      geolocation: await state('geolocation'),
      notifications: await state('notifications'),
      camera: await state('camera'),
      microphone: await state('microphone'),
      reading: await state('clipboard-read'),
      asked: await Notification.requestPermission(),
    };
  });
  expect(states).toEqual({
    geolocation: 'denied',
    notifications: 'denied',
    camera: 'denied',
    microphone: 'denied',
    reading: 'denied',
    asked: 'denied',
  });
  await page.evaluate(() => navigator.clipboard.writeText('copied'));
});

test('refuses a message of 50 MB, and continues over a new connection', async ({ page }) => {
  await settled(page);
  await page.evaluate(() => {
    const { contexture } = window as unknown as { contexture: { send(text: string): void } };
    contexture.send(
      `{"type":"call","id":900,"method":"workspaces.forget","params":{"path":"${'x'.repeat(50_000_000)}"}}`,
    );
  });
  await page.keyboard.press('2');
  await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
});
