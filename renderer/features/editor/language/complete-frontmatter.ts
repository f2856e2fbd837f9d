import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';
import { readingOf } from '../../../memory-text/reading.ts';

/** So far down no frontmatter is looked for. */
const maxLines = 60;

/** The three names we know, where a line of the frontmatter begins, but for those that are there already. */
export function completeFrontmatter({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const line = state.doc.lineAt(pos);
  const typed = line.text.slice(0, pos - line.from);
  if (!/^\w*$/.test(typed) || (typed === '' && !explicit) || !inFrontmatter(state, line.number)) {
    return null;
  }
  const valueFollows = line.text.slice(typed.length).includes(':');
  const { rules, tokens } = readingOf(state);
  const names: readonly [string, string, string][] = [
    ['last_updated', rules.today, 'When it was last changed'],
    ['version', '1', 'Counts the changes'],
    ['token_estimate', String(tokens), 'How long it is, counted with each change'],
  ];
  const written = namesWritten(state, line.number);
  return {
    from: line.from,
    options: names
      .filter(([name]) => !written.has(name))
      .map(([label, value, detail], index) => ({
        label,
        detail,
        apply: valueFollows ? label : `${label}: ${value}`,
        boost: -index,
      })),
    validFor: /^\w*$/,
  };
}

/** Whether a line stands between the first one, `---`, and the next of its kind. */
function inFrontmatter({ doc }: EditorState, number: number): boolean {
  if (number < 2 || number > maxLines || !/^---[ \t]*$/.test(doc.line(1).text)) {
    return false;
  }
  for (let at = 2; at <= number; at++) {
    if (/^(?:---|\.\.\.)[ \t]*$|^#{1,6}[ \t]|^[-*+][ \t]/.test(doc.line(at).text)) {
      return false;
    }
  }
  return true;
}

function namesWritten({ doc }: EditorState, but: number): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = 2; at <= Math.min(doc.lines, maxLines); at++) {
    const text = doc.line(at).text;
    if (/^(?:---|\.\.\.)[ \t]*$/.test(text)) {
      break;
    }
    const name = /^(\w+):/.exec(text)?.[1];
    if (name && at !== but) {
      names.add(name);
    }
  }
  return names;
}
