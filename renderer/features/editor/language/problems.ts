import {
  type Action,
  linter,
  lintGutter,
  nextDiagnostic,
  type Diagnostic as Problem,
  previousDiagnostic,
  setDiagnostics,
} from '@codemirror/lint';
import { type EditorState, type Extension, Prec } from '@codemirror/state';
import { type Command, EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { Diagnostic } from '#shared/contract/features/memory.ts';
import type { Range } from '#shared/entries/entry.ts';
import { estimateOfWords } from '#shared/entries/token-estimate.ts';
import { freshReading, sameReading, type TextReading, upToDate } from '../../../memory-text/reading.ts';
import { countInWords } from '../../../wording/counts.ts';
import { confidencePlace, entryAt, type Fix, fixesOf } from './fixes.ts';

const severities = { error: 'error', warning: 'warning', quiet: 'hint' } as const;

/** Oddities the parser found in the present text, with their fixes. */
export function problemsOf(state: EditorState): Problem[] {
  const reading = freshReading(state);
  return reading.document.diagnostics
    .map((diagnostic) => ({
      ...placeOf(reading, diagnostic),
      severity: severities[diagnostic.severity],
      message: messageOf(reading, diagnostic),
      actions: state.readOnly ? [] : fixesOf(reading, diagnostic).map((fix) => actionOf(diagnostic, fix)),
    }))
    .sort((a, b) => a.from - b.from);
}

/** Marks the exact problem: the word rather than its bracket, and a line rather than an empty range. */
function placeOf(reading: TextReading, { code, from, to }: Diagnostic): Range {
  const entry = code === 'confidence_unknown' ? entryAt(reading, from) : null;
  const range = (entry && confidencePlace(reading, entry)) ?? { from, to };
  if (range.to > range.from) {
    return { from: range.from, to: range.to };
  }
  const end = reading.document.text.indexOf('\n', from);
  return { from, to: end < 0 ? reading.document.text.length : end };
}

function messageOf({ document }: TextReading, { code, message }: Diagnostic): string {
  const stored = document.frontmatter.tokenEstimate?.value ?? 0;
  return code === 'estimate_differs'
    ? `The file says ${countInWords(stored)} tokens; the current count is ${countInWords(estimateOfWords(document.words))}. Saving corrects it.`
    : message;
}

/** The text may have changed since the problem was found, so the fix is computed again on the present text. */
function actionOf({ code }: Diagnostic, { name }: Fix): Action {
  return {
    name,
    apply: (view, from) => {
      const reading = freshReading(view.state);
      const fix = reading.document.diagnostics
        .filter((diagnostic) => diagnostic.code === code && placeOf(reading, diagnostic).from === from)
        .flatMap((diagnostic) => fixesOf(reading, diagnostic))
        .find((candidate) => candidate.name === name);
      if (fix) {
        applyFix(view, fix);
      }
    },
  };
}

function applyFix(view: EditorView, fix: Fix): void {
  view.dispatch({
    changes: [...fix.edits],
    userEvent: 'input.fix',
    effects: EditorView.announce.of(`Done: ${fix.name}.`),
  });
  view.focus();
}

/** First fix for a problem at the cursor, or else in its line. */
export function fixAt(state: EditorState): Fix | null {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const reading = freshReading(state);
  const inLine = reading.document.diagnostics
    .map((diagnostic) => ({ diagnostic, range: placeOf(reading, diagnostic) }))
    .filter(({ range }) => range.from <= line.to && range.to >= line.from)
    .sort((a, b) => distance(a.range, head) - distance(b.range, head) || a.range.from - b.range.from);
  return inLine.flatMap(({ diagnostic }) => fixesOf(reading, diagnostic))[0] ?? null;
}

const distance = ({ from, to }: Range, offset: number): number => Math.max(from - offset, offset - to, 0);

const applyFirstFix: Command = (view) => {
  const fix = view.state.readOnly ? null : fixAt(view.state);
  if (fix) {
    applyFix(view, fix);
  } else {
    view.dispatch({ effects: EditorView.announce.of('There is nothing to repair in this line.') });
  }
  return true;
};

/** Shows the problems of each reading, after the update it came with. */
const showing = ViewPlugin.fromClass(
  class {
    private timer: ReturnType<typeof setTimeout> | undefined;
    private readonly view: EditorView;

    constructor(view: EditorView) {
      this.view = view;
      this.show();
    }

    update(update: ViewUpdate): void {
      if (!sameReading(update.startState, update.state) || update.startState.readOnly !== update.state.readOnly) {
        this.show();
      }
    }

    destroy(): void {
      clearTimeout(this.timer);
    }

    private show(): void {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        const { state } = this.view;
        if (upToDate(state)) {
          this.view.dispatch(setDiagnostics(state, problemsOf(state)));
        }
      });
    }
  },
);

const withoutHints = (problems: readonly Problem[]): Problem[] =>
  problems.filter(({ severity }) => severity !== 'hint');

export const problems: Extension = [
  linter(null),
  showing,
  lintGutter({ markerFilter: withoutHints, tooltipFilter: withoutHints }),
  Prec.high(
    keymap.of([
      { key: 'F8', run: nextDiagnostic, preventDefault: true },
      { key: 'Shift-F8', run: previousDiagnostic, preventDefault: true },
      { key: 'Mod-.', run: applyFirstFix, preventDefault: true },
    ]),
  ),
];
