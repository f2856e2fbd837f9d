import { eventually } from './eventually.ts';
import type { WorkspaceFolder } from './workspace-folder.ts';

/** Expected context files after a change, derived from the rules of the format and not from the app's code. */

/** Today as `YYYY-MM-DD` in local time, or a number of days from it. */
export function dayFromNow(days = 0): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Estimate of the format, `trunc(words × 1.3)`, for texts with plain white space only. */
export function tokensOf(text: string): number {
  return Math.trunc(text.split(/\s+/).filter((word) => word !== '').length * 1.3);
}

/** The text with its three frontmatter values as this many changes by Contexture leave them. */
export function afterChanges(count: number, text: string): string {
  return text
    .replace(/^last_updated: .*$/m, `last_updated: ${dayFromNow()}`)
    .replace(/^version: (\d+)$/m, (_, version: string) => `version: ${Number(version) + count}`)
    .replace(/^token_estimate: .*$/m, `token_estimate: ${tokensOf(text)}`);
}

/** The text with one line replaced, which must occur once; null removes it. */
export function withLine(text: string, line: string, instead: string | null): string {
  const whole = `${line}\n`;
  const at = text.indexOf(whole);
  if (at < 0 || text.indexOf(whole, at + 1) >= 0) {
    throw new Error(`The line is not in the text exactly once: ${line}`);
  }
  return text.slice(0, at) + (instead === null ? '' : `${instead}\n`) + text.slice(at + whole.length);
}

/** Waits until the file holds exactly this text, byte for byte. */
export async function expectFile(workspace: WorkspaceFolder, text: string, name?: string): Promise<void> {
  await eventually(async () => (await workspace.readBytes(name)).toString('utf8')).toBe(text);
}
