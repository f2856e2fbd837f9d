import { say } from './notices.ts';

const maxName = 80;

/** A title as a file name that any system accepts. */
export const downloadName = (title: string, otherwise: string): string =>
  title
    .replace(/[^\p{L}\p{N} _.-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, maxName)
    .replace(/^[ .]+|[ .]+$/g, '') || otherwise;

/** Hands a file to the browser, which saves it where the person wants it or with other downloads, and reports that. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  say(`Saving “${name}”`, 'done', 'It goes where you choose, or to your downloads.');
  // The browser has started to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
