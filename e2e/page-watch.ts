import { expect, type Page } from 'playwright/test';

declare global {
  interface Window {
    contextureTestViolation?: (description: string) => void;
  }
}

/** Notes everything on a page that should never happen: console errors, uncaught errors, violations of its policy. */
export type PageWatch = {
  /** For a test that provokes one: what matches is expected to happen, and is no failure. */
  allow(pattern: RegExp): void;
  /** Fails if anything that was not allowed has happened. */
  verify(): void;
};

export async function watchPage(page: Page): Promise<PageWatch> {
  const seen: string[] = [];
  const allowed: RegExp[] = [];

  page.on('console', (message) => {
    if (message.type() === 'error') {
      const { url, lineNumber } = message.location();
      seen.push(`console error: ${message.text()} (${url}:${lineNumber})`);
    }
  });
  page.on('pageerror', (error) => seen.push(`page error: ${error.stack || error.message}`));
  page.on('crash', () => seen.push('the page crashed'));
  await page.exposeFunction('contextureTestViolation', (description: string) => seen.push(description));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const where = `${event.sourceFile}:${event.lineNumber}`;
      window.contextureTestViolation?.(`policy violation: ${event.effectiveDirective} ${event.blockedURI} (${where})`);
    });
  });

  return {
    allow: (pattern) => {
      allowed.push(pattern);
    },
    verify: () => {
      const unexpected = seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem)));
      expect(unexpected, 'nothing goes wrong on the page').toEqual([]);
    },
  };
}
