import { type Completion, type CompletionContext, type CompletionResult, snippet } from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';
import { aboutKinds } from '#shared/entries/about.ts';
import { personSource } from '#shared/entries/correction.ts';
import { type Confidence, confidences, defaultConfidence } from '#shared/entries/entry.ts';
import { subjectsOf } from '#shared/entries/subjects.ts';
import { addDays } from '#shared/text/dates.ts';
import { lastIndexStartingBy } from '#shared/text/last-from.ts';
import { placeThen, readingOf } from '../../../memory-text/reading.ts';
import { dateInWords } from '../../../wording/dates.ts';
import { aboutKindNames, confidenceNames, sourceInWords } from '../../../wording/names.ts';
import { confidenceDots } from './entry-tooltip.ts';

/** Days of protection that `until=` suggests. */
const protectedDays = 30;

const bulletAndBracket = /^[ \t]*[-*+][ \t]+\[/;

export function completeBracket(context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context;
  const line = state.doc.lineAt(pos);
  const opening = bulletAndBracket.exec(line.text)?.[0].length;
  const inside = opening === undefined ? null : line.text.slice(opening, pos - line.from);
  if (opening === undefined || inside === null || pos - line.from < opening || inside.includes(']')) {
    return null;
  }
  const fields = inside.split('|');
  const after = line.text.slice(pos - line.from);
  if (fields.length === 1) {
    const closed = /^[\d-]*[ \t]*[|\]]/.test(after);
    return closed ? completeDate(context, inside, after) : completeWhole(context, inside);
  }
  if (!/^[ \t]*\d{4}-\d{2}-\d{2}[ \t]*$/.test(fields[0] ?? '')) {
    return null;
  }
  const typed = (fields.at(-1) ?? '').trimStart();
  const rest = /^[^|\]\n]*(?=[|\]])/.exec(after)?.[0].trimEnd() ?? '';
  const options =
    fields.length === 2 ? confidenceOptions() : fields.length === 3 ? sourceOptions(state) : flagOptions(state, fields);
  // On request in a field that already holds one of them, offer all: the person wants another.
  const another = explicit && options.some(({ label }) => label === typed + rest);
  return {
    from: pos - typed.length,
    to: pos + rest.length,
    options,
    ...(another ? { filter: false } : { validFor: /^[^|\]\s]*$/ }),
  };
}

function completeDate({ state, pos }: CompletionContext, inside: string, after: string): CompletionResult | null {
  const { today } = readingOf(state).rules;
  if (!/^[ \t]*[\d-]*$/.test(inside)) {
    return null;
  }
  return {
    from: pos - inside.trimStart().length,
    to: pos + (/^[\d-]*/.exec(after)?.[0].length ?? 0),
    options: [{ label: today, detail: `Today, ${dateInWords(today)}` }],
    filter: inside.trim() !== '',
    validFor: /^[\d-]*$/,
  };
}

/** A whole bracket in our own form; Tab leads through the parts that may be changed. */
function completeWhole({ state, pos }: CompletionContext, inside: string): CompletionResult | null {
  const { today } = readingOf(state).rules;
  if (!today.startsWith(inside)) {
    return null;
  }
  const confidence = confidenceHere(state, pos);
  const rest = state.doc.lineAt(pos).text.slice(pos - state.doc.lineAt(pos).from);
  const template = `[\${${today}}|\${${confidence}}|\${${personSource}}]${rest.startsWith(' ') ? '' : ' '}\${}`;
  return {
    from: pos - inside.length - 1,
    options: [
      {
        label: `[${today}|${confidence}|${personSource}]`,
        detail: 'Learned today, from you',
        apply: snippet(template),
      },
    ],
    filter: false,
  };
}

/** Confidence an entry here would have if it stated none. */
function confidenceHere(state: EditorState, pos: number): Confidence {
  const { sections } = readingOf(state).document;
  const section = sections[lastIndexStartingBy(sections, placeThen(state, pos), (item) => item.heading.from)];
  return section?.category ? defaultConfidence[section.category] : 'tentative';
}

function confidenceOptions(): Completion[] {
  return confidences.map((confidence, index) => ({
    label: confidence,
    detail: `${confidenceDots[confidence]} ${confidenceNames[confidence]}`,
    boost: -index,
  }));
}

/** Sources in the document, the most used first, and our name for a person's own words. */
function sourceOptions(state: EditorState): Completion[] {
  const counts = new Map<string, number>([[personSource, 0]]);
  for (const { source } of readingOf(state).document.entries) {
    // Text after a colon is about one entry.
    const name = source?.split(':', 1)[0]?.trim();
    if (name) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const most = Math.max(...counts.values(), 1);
  return [...counts].map(([label, count]) => ({
    label,
    ...(label === personSource ? { detail: sourceInWords(personSource) } : {}),
    boost: Math.round((count / most) * 50),
  }));
}

function flagOptions(state: EditorState, fields: readonly string[]): Completion[] {
  const { document, rules } = readingOf(state);
  const until = addDays(rules.today, protectedDays);
  const written = fields.slice(0, -1).map((field) => field.trim());
  const others = new Set(document.entries.flatMap((entry) => entry.flags.other));
  const subjects = subjectsOf(document.entries).map(({ kind, name }) => ({ label: `about=${kind}:${name}` }));
  const isAbout = written.some((flag) => flag.startsWith('about='));
  return [
    { label: 'pinned', detail: 'Never archived automatically', boost: 2 },
    { label: `until=${until}`, detail: `Protected until ${dateInWords(until)}`, boost: 1 },
    { label: 'confirmed', detail: 'Confirmed by you' },
    ...[...others].map((label) => ({ label })),
    ...(isAbout
      ? []
      : [
          ...subjects,
          ...aboutKinds.map((kind) => ({ label: `about=${kind}:`, detail: `About ${aboutKindNames[kind]}` })),
        ]),
  ].filter(({ label }) => !written.includes(label));
}
