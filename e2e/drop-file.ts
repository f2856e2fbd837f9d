import type { Page } from 'playwright/test';

/** Drops a file of the system's in the middle of a page, as the browser itself would be told of it. */
export async function dropFile(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 200, data });
  }
  await session.detach();
}
