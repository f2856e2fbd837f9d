import { keepTemporaryFilesTogether } from '../scripts/temporary-files.mjs';
import { buildStandIn } from './electron-stand-in/build.ts';

/** Before all tests, once; what it returns runs after them, also where some failed. */
export default async function beforeAll(): Promise<() => void> {
  const temporary = keepTemporaryFilesTogether();
  await buildStandIn();
  return () => temporary.remove();
}
