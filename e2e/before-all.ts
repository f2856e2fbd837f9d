import { keepTemporaryFilesTogether } from '../scripts/temporary-files.mjs';
import { browserInWords } from './browser.ts';
import { buildStandIn } from './electron-stand-in/build.ts';

/** Before all tests, once; what it returns runs after them, also where some failed. */
export default async function beforeAll(): Promise<() => void> {
  const temporary = keepTemporaryFilesTogether();
  console.log(`Browser: ${browserInWords()}`);
  await buildStandIn();
  return () => temporary.remove();
}
