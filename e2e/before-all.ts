import { keepTemporaryFilesTogether } from '../scripts/temporary-files.mjs';
import { browserInWords } from './browser.ts';
import { buildStandIn } from './electron-stand-in/build.ts';

/** Runs once before all tests. Playwright calls the returned function after them, even if some failed. */
export default async function beforeAll(): Promise<() => void> {
  const temporary = keepTemporaryFilesTogether();
  console.log(`Browser: ${browserInWords()}`);
  await buildStandIn();
  return () => temporary.remove();
}
