import { MergeView } from '@codemirror/merge';
import { EditorState, type Extension, RangeSet } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutterLineClass, lineNumbers } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import type { HistoryVersion } from '#shared/contract/features/history.ts';
import { ownMemory } from '#shared/formats/formats.ts';
import { useAsked } from '../../api/answers.ts';
import { useContextStore } from '../../api/context-store.ts';
import { editorFormat } from '../../memory-text/editor-rules.ts';
import { entryMarking } from '../../memory-text/entry-marks.ts';
import { hiddenCharacters } from '../../memory-text/hidden-characters.ts';
import { markdownHighlighting, memoryMarkdown } from '../../memory-text/memory-markdown.ts';
import { phrases } from '../../memory-text/phrases.ts';
import { readText } from '../../memory-text/read-text.ts';
import { reading, readingOf } from '../../memory-text/reading.ts';
import { editorTheme } from '../../memory-text/theme.ts';
import { runFirst, useCommands } from '../../services/commands/use-commands.ts';
import { ChipChoice } from '../../ui/chip.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { pageNonce } from '../../ui/nonce.ts';
import { ReaderHead } from '../../ui/reader-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { momentInWords } from '../../wording/dates.ts';
import { backToHistory } from './history-store.ts';
import { changeTitle } from './history-words.ts';
import styles from './text-comparison.module.css';

export function TextComparison({ workspace, version }: Readonly<{ workspace: string; version: HistoryVersion }>) {
  const host = useRef<HTMLDivElement>(null);
  const { version: hash, before, kind } = version;
  const [against, setAgainst] = useState<'before' | 'now'>(kind === 'context' && before === null ? 'now' : 'before');
  const revision = useContextStore((context) => (context.kind === 'ready' ? context.revision : null));
  useCommands((command) => runFirst(command, { escape: backToHistory }));
  const { answer, problem } = useAsked(
    JSON.stringify([workspace, hash, against, against === 'now' && revision]),
    async () => {
      const sides = against === 'now' ? ([hash, undefined] as const) : ([before, hash] as const);
      const [one, other] = await Promise.all(sides.map((side) => readText(workspace, side)));
      return { before: one?.doc.toString() ?? '', after: other?.doc.toString() ?? '', against };
    },
  );
  const texts = answer?.against === against ? answer : null;
  useEffect(() => {
    if (texts && host.current) {
      return showSideBySide(host.current, { ...texts, isMemory: kind !== 'settings' });
    }
    return undefined;
  }, [texts, kind]);
  return (
    <section className="pane" aria-label="Texts side by side">
      <ReaderHead title={changeTitle(version)} detail={[momentInWords(version.at)]} onBack={backToHistory}>
        {kind === 'context' && (
          <ChipChoice
            label="Compared with"
            value={against}
            options={{ before: 'Previous version', now: 'Now' }}
            onChoose={setAgainst}
          />
        )}
      </ReaderHead>
      <div className={styles['sides']} aria-hidden>
        <span>{against === 'now' ? 'This version' : before === null ? 'Nothing before' : 'Before'}</span>
        <span>{against === 'now' ? 'Now' : 'After'}</span>
      </div>
      {texts !== null && texts.before === texts.after && <p className="padded">Both texts are the same.</p>}
      {problem && (
        <div className="padded">
          <FieldProblem>
            {problem.code === 'version_unknown'
              ? 'One of the two texts is damaged, missing or deleted, so they can’t be compared.'
              : problem.message}
          </FieldProblem>
        </div>
      )}
      {texts === null && problem === null && <Skeleton label="Reading both texts" />}
      <div ref={host} className={styles['host']} />
    </section>
  );
}

type Sides = {
  readonly before: string;
  readonly after: string;
  /** `now` if the right side is the present text, rather than that of the time. */
  readonly against: 'before' | 'now';
  /** True for a memory or archive, whose parts are marked. */
  readonly isMemory: boolean;
};

/** Both texts scroll as one; a sign beside the colour marks what was removed and added. */
const comparisonTheme = EditorView.theme({
  '&': { height: 'auto' },
  '.cm-content': { padding: 'var(--space-2) 0' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--danger-surface)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'color-mix(in srgb, var(--certain) 12%, transparent)' },
  '&.cm-merge-a .cm-changedText': { background: 'none', textDecoration: 'line-through 1px var(--danger)' },
  '&.cm-merge-b .cm-changedText': { background: 'none', textDecoration: 'underline 2px var(--certain)' },
  '&.cm-merge-a .cm-changedLineGutter': { background: 'var(--danger)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--certain)' },
  // No person changed it, so it must not catch the eye first.
  '&.cm-merge-a .cm-quietHead.cm-changedLine, &.cm-merge-b .cm-quietHead.cm-changedLine': {
    backgroundColor: 'transparent',
  },
  '&.cm-merge-a .cm-quietHead .cm-changedText, &.cm-merge-b .cm-quietHead .cm-changedText': {
    textDecorationColor: 'var(--line-strong)',
    textDecorationThickness: '1px',
  },
  '&.cm-merge-a .cm-quietHead.cm-changedLineGutter, &.cm-merge-b .cm-quietHead.cm-changedLineGutter': {
    background: 'var(--line-control)',
  },
  '.cm-collapsedLines': {
    background: 'var(--surface-sunk)',
    color: 'var(--text-quiet)',
    font: 'var(--detail)',
    padding: '4px var(--space-2)',
    borderBlock: '1px solid var(--line)',
    // Few fonts have the usual sign.
    '&:before, &:after': { content: '"⋯"' },
  },
  '@media (forced-colors: active)': {
    '.cm-changedLine': { borderInlineStart: '3px solid CanvasText' },
  },
});

/** Shows two read-only texts side by side. Returns a function that removes them. */
function showSideBySide(parent: HTMLElement, { before, after, against, isMemory }: Sides): () => void {
  const nonce = pageNonce();
  const sideNamed = (name: string): Extension => [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    isMemory ? readingLanguage : [],
    editorTheme,
    comparisonTheme,
    nonce ? EditorView.cspNonce.of(nonce) : [],
    EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0' }),
  ];
  const shown = new MergeView({
    parent,
    a: { doc: before, extensions: sideNamed(against === 'now' ? 'This version' : 'The text before') },
    b: { doc: after, extensions: sideNamed(against === 'now' ? 'The text now' : 'The text after') },
    // Marking everything, if all of it is new, would only make it hard to read.
    highlightChanges: before !== '',
    collapseUnchanged: { margin: 3, minSize: 6 },
    diffConfig: { scanLimit: 2000, timeout: 500 },
  });
  return () => shown.destroy();
}

const className = 'cm-quietHead';
const line = Decoration.line({ class: className });
const gutterLine = new (class extends GutterMarker {
  override elementClass = className;
})();

/** Lines before the memory itself, with its time and size, which change with every act. */
function headLines(state: EditorState): readonly number[] {
  const { body } = readingOf(state).document.frontmatter;
  const last = body === null ? 0 : state.doc.lineAt(body.to).number;
  return Array.from({ length: last }, (_, index) => state.doc.line(index + 1).from);
}

const quietHead: Extension = [
  EditorView.decorations.compute([], (state) => Decoration.set(headLines(state).map((from) => line.range(from)))),
  gutterLineClass.compute([], (state) => RangeSet.of(headLines(state).map((from) => gutterLine.range(from)))),
];

/** A memory's read-only text: its parts as in the editor, without the help for writing. */
const readingLanguage: Extension = [
  editorFormat.of(ownMemory.format),
  phrases,
  reading,
  memoryMarkdown(),
  markdownHighlighting,
  hiddenCharacters,
  entryMarking,
  quietHead,
  lineNumbers(),
];
