import type { EditorState, Extension, Range } from '@codemirror/state';
import { Decoration, WidgetType } from '@codemirror/view';
import { splitVisible } from '#shared/text/visible-characters.ts';
import { dom } from './dom.ts';
import { marksInSight } from './marks-in-sight.ts';

type HiddenCharacter = {
  readonly from: number;
  readonly to: number;
  readonly code: string;
  readonly name: string;
};

/** Lines without any of these have nothing to hide, which is nearly all of them. */
const suspicious = /(?!\t)[\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd]/u;

/** Hidden characters of a line, by the same rule as everywhere else in the interface. */
export function hiddenIn(line: string, start: number): HiddenCharacter[] {
  if (!suspicious.test(line)) {
    return [];
  }
  const hidden: HiddenCharacter[] = [];
  let at = start;
  for (const part of splitVisible(line)) {
    if (part.kind === 'text') {
      at += part.text.length;
    } else {
      const length = String.fromCodePoint(Number.parseInt(part.code.slice(2), 16)).length;
      hidden.push({ from: at, to: at + length, code: part.code, name: part.name });
      at += length;
    }
  }
  return hidden;
}

class HiddenWidget extends WidgetType {
  private readonly code: string;
  private readonly name: string;

  constructor(code: string, name: string) {
    super();
    this.code = code;
    this.name = name;
  }

  override eq(other: HiddenWidget): boolean {
    return other.code === this.code;
  }

  override toDOM(): HTMLElement {
    return dom('span', { class: 'cm-hidden-character', title: `Hidden character: ${this.name}` }, this.code);
  }
}

function decorationsIn({ doc }: EditorState, from: number, to: number): Range<Decoration>[] {
  const decorations: Range<Decoration>[] = [];
  for (let at = from; at <= to; ) {
    const line = doc.lineAt(at);
    for (const { from: start, to: end, code, name } of hiddenIn(line.text, line.from)) {
      // A line too long to be shown whole has several stretches in sight.
      if (start >= from && end <= to) {
        decorations.push(Decoration.replace({ widget: new HiddenWidget(code, name) }).range(start, end));
      }
    }
    at = line.to + 1;
  }
  return decorations;
}

/** Shows characters that could hide something, or reverse a line. */
export const hiddenCharacters: Extension = marksInSight(decorationsIn);
