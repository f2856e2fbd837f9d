import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { UpdateInfo } from 'electron-updater';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Ports } from '#engine/ports.ts';
import { cutTo } from '#shared/text/cut-to.ts';

/** Packed by electron-builder if the app was built from a public repository. */
const feedSchema = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('github'), owner: z.string(), repo: z.string(), host: z.string().optional() }),
  z.object({ provider: z.literal('generic'), url: z.url() }),
]);

/** Reads where the packed app's versions are, as the address of a page; null if that wasn't packed. */
export function readFeed(resourcesFolder: string, log: Ports['log']): string | null {
  try {
    const feed = feedSchema.parse(parse(readFileSync(join(resourcesFolder, 'app-update.yml'), 'utf8')));
    return feed.provider === 'generic'
      ? feed.url
      : `https://${feed.host ?? 'github.com'}/${feed.owner}/${feed.repo}/releases`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      log('warn', 'The file that says where new versions are could not be read.');
    }
    return null;
  }
}

/** True if the app may replace itself: it is installed, and doesn't run from where a download was opened. */
export function canInstall(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  program: string,
): boolean {
  if (platform === 'win32') {
    return env['PORTABLE_EXECUTABLE_FILE'] === undefined;
  }
  if (platform === 'darwin') {
    return !program.startsWith('/Volumes/') && !program.includes('/AppTranslocation/');
  }
  // A program that was started by another one's AppImage has these variables, too.
  return env['APPIMAGE'] !== undefined && env['APPDIR'] !== undefined && program.startsWith(env['APPDIR'] + sep);
}

const maxNotes = 10_000;

/** Takes the plain text from release notes, which GitHub gives as HTML. */
export function plainNotes(notes: UpdateInfo['releaseNotes']): string {
  const all = typeof notes === 'string' ? notes : (notes ?? []).map(({ note }) => note ?? '').join('\n\n');
  const some = all.slice(0, 10 * maxNotes).trim();
  return cutTo(/^<[a-z]/i.test(some) ? textOfHtml(some) : some, maxNotes);
}

const textOfHtml = (html: string): string =>
  html
    .replace(/\s+/g, ' ')
    .replace(/<li\b[^>]*>/gi, '\n• ')
    .replace(/<br\b[^>]*>/gi, '\n')
    .replace(/<\/?(?:p|h\d|div|ul|ol|pre|blockquote|table|tr)\b[^>]*>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos|nbsp));/gi, characterOf)
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function characterOf(entity: string, decimal?: string, hexadecimal?: string, name?: string): string {
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return (name && named[name.toLowerCase()]) ?? (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity);
}
