import { expect, type Page } from 'playwright/test';

declare global {
  interface Window {
    contextureTestViolation?: (description: string) => void;
  }
}

/** Collects everything that must not happen on a page: console errors, uncaught errors, policy violations. */
export type PageWatch = {
  /** Allows matching errors, for a test that provokes them. */
  allow(pattern: RegExp): void;
  /** Fails if anything happened that was not allowed. */
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
