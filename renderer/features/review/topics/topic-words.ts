import type { TopicView } from '#shared/contract/features/topics.ts';

/** Types Claude Code knows, as shown to people. */
const typeNames: Readonly<Record<string, string>> = {
  user: 'User',
  feedback: 'Feedback',
  project: 'Project',
  reference: 'Reference',
};
export const usualTypes = Object.keys(typeNames);

export const typeInWords = (type: string): string => typeNames[type] ?? type;

/** Day a topic was changed: its own statement, else the file's. */
export function dayOf({ modified, modifiedAt }: Pick<TopicView, 'modified' | 'modifiedAt'>): string {
  const stated = modified === null ? Number.NaN : Date.parse(modified);
  const moment = new Date(Number.isNaN(stated) ? modifiedAt : stated);
  const part = (value: number): string => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${part(moment.getMonth() + 1)}-${part(moment.getDate())}`;
}

/** Splits a text into plain parts and the topics it mentions. */
export function mentionsIn(text: string): readonly { readonly text: string; readonly mentioned: string | null }[] {
  const parts: { text: string; mentioned: string | null }[] = [];
  let at = 0;
  for (const match of text.matchAll(/\[\[([^[\]\n]+)\]\]/g)) {
    if (match.index > at) {
      parts.push({ text: text.slice(at, match.index), mentioned: null });
    }
    parts.push({ text: match[0], mentioned: (match[1] ?? '').trim() });
    at = match.index + match[0].length;
  }
  return at < text.length ? [...parts, { text: text.slice(at), mentioned: null }] : parts;
}
