import { eventually } from './eventually.ts';
import type { WorkspaceFolder } from './workspace-folder.ts';

/** What a context file has to say after a change, worked out from the format's rules and not by the app's code. */

/** The day it is, `YYYY-MM-DD` in local time, as many days from now. */
export function dayFromNow(days = 0): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The estimate of the format, `trunc(words × 1.3)`, for texts with plain white space only. */
export function tokensOf(text: string): number {
  return Math.trunc(text.split(/\s+/).filter((word) => word !== '').length * 1.3);
}

/** A text with its three frontmatter values as so many changes of ours leave them. */
export function afterChanges(count: number, text: string): string {
  return text
    .replace(/^last_updated: .*$/m, `last_updated: ${dayFromNow()}`)
    .replace(/^version: (\d+)$/m, (_, version: string) => `version: ${Number(version) + count}`)
    .replace(/^token_estimate: .*$/m, `token_estimate: ${tokensOf(text)}`);
}

/** A text with one line, which must be in it once, saying something else; null takes it out. */
export function withLine(text: string, line: string, instead: string | null): string {
  const whole = `${line}\n`;
  const at = text.indexOf(whole);
  if (at < 0 || text.indexOf(whole, at + 1) >= 0) {
    throw new Error(`The line is not in the text exactly once: ${line}`);
  }
  return text.slice(0, at) + (instead === null ? '' : `${instead}\n`) + text.slice(at + whole.length);
}

/** Waits until a file says exactly this, byte for byte. */
export async function expectFile(workspace: WorkspaceFolder, text: string, name?: string): Promise<void> {
  await eventually(async () => (await workspace.readBytes(name)).toString('utf8')).toBe(text);
}
