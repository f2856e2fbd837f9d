import { say } from './notices.ts';

/** Characters that a name may have at most. */
const maxName = 80;

/** A title as any system takes it as the name of a file. */
export const fileNameOf = (title: string, otherwise: string): string =>
  title
    .replace(/[^\p{L}\p{N} _.-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, maxName)
    .replace(/^[ .]+|[ .]+$/g, '') || otherwise;

/** Hands a file to the browser, which saves it where the person wants it or with other downloads, and says so. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  say(`Saving “${name}”`, 'done', 'It goes where you choose, or to your downloads.');
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
