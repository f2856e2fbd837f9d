import type { Page } from 'playwright/test';

/** Drops a file from the system in the middle of a page, with the events a browser sends. */
export async function dropFile(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 200, data });
  }
  await session.detach();
}
