type VisiblePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly code: string; readonly name: string };

const names: Readonly<Record<number, string>> = {
  0x00: 'null character',
  0x07: 'bell',
  0x08: 'backspace',
  0x0d: 'carriage return',
  0x1b: 'escape',
  0x7f: 'delete character',
  0xad: 'soft hyphen',
  0x61c: 'Arabic letter mark',
  0x180e: 'Mongolian vowel separator',
  0x200b: 'zero-width space',
  0x200c: 'zero-width non-joiner',
  0x200d: 'zero-width joiner',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x2028: 'line separator',
  0x2029: 'paragraph separator',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'end of direction change',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x2060: 'word joiner',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'end of isolate',
  0xfeff: 'byte order mark',
  0xfffd: 'replacement character',
};

/** Characters without a shape that are never needed to write a text. */
const neverNeeded =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad]|\u034f|[\u115f\u1160]|\u17b4|\u17b5|[\u180b-\u180d]|\u180e|[\u200b\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff]|[\u{1d173}-\u{1d17a}]/u;

/** Unassigned code points, apart from those reserved for pictures to come. */
const unassigned = /\p{Cn}/u;
const picture = /\p{Extended_Pictographic}/u;

/** Joiners, marks and selectors that are part of real writing, but only next to the characters they belong to. */
const contextual = /[\u061c\u200c-\u200f]|[\ufe00-\ufe0f]|[\u{e0001}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/u;

const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u20e3/u;
const joiningScript =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]/u;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const ideograph = /\p{Script=Han}/u;
const tag = /[\u{e0020}-\u{e007f}]/u;

/** Distance of a direction mark from the right-to-left text it serves. */
const markReach = 12;

/** Splits a text so that unseen characters can be shown. Writing that needs joiners or direction marks keeps them. */
export function splitVisible(text: string): VisiblePart[] {
  const characters = [...text];
  const parts: VisiblePart[] = [];
  let run = '';
  characters.forEach((character, index) => {
    if (isHidden(characters, index)) {
      if (run) {
        parts.push({ kind: 'text', text: run });
        run = '';
      }
      parts.push(hiddenPart(character));
    } else {
      run += character;
    }
  });
  if (run || parts.length === 0) {
    parts.push({ kind: 'text', text: run });
  }
  return parts;
}

function isHidden(characters: readonly string[], index: number): boolean {
  const character = characters[index] ?? '';
  return (
    neverNeeded.test(character) ||
    (unassigned.test(character) && !picture.test(character)) ||
    (contextual.test(character) && !belongs(characters, index))
  );
}

function belongs(characters: readonly string[], index: number): boolean {
  const code = characters[index]?.codePointAt(0) ?? 0;
  const before = characters[index - 1] ?? '';
  const after = characters[index + 1] ?? '';
  if (code === 0x200d) {
    return (pictograph.test(before) && pictograph.test(after)) || joiningScript.test(before);
  }
  if (code === 0x200c) {
    return joiningScript.test(before);
  }
  if (code === 0x200e || code === 0x200f || code === 0x61c) {
    const near = characters.slice(Math.max(0, index - markReach), index + markReach + 1);
    return near.some((character) => rightToLeft.test(character));
  }
  if (code >= 0xfe00 && code <= 0xfe0f) {
    return before !== '' && !contextual.test(before) && !/\s/.test(before);
  }
  if (code >= 0xe0100) {
    return ideograph.test(before);
  }
  return tag.test(characters[index] ?? '') && followsBlackFlag(characters, index);
}

/** True in a flag of a region: a black flag and a run of tags. */
function followsBlackFlag(characters: readonly string[], index: number): boolean {
  let at = index - 1;
  while (at > index - 8 && tag.test(characters[at] ?? '')) {
    at--;
  }
  return characters[at] === '\u{1f3f4}';
}

function hiddenPart(character: string): VisiblePart {
  return { kind: 'hidden', code: codeOf(character), name: names[character.codePointAt(0) ?? 0] ?? 'hidden character' };
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Names each hidden character, for places with plain text only. */
export function nameHidden(text: string): string {
  return splitVisible(text)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.code}]`))
    .join('');
}

/** Characters a terminal would obey, or that change the reading order. */
const obeyed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\r(?!\n)/g;

/** Replaces each control character and change of direction. Tabs and line ends stay. */
export const replaceControls = (text: string, by: (character: string) => string): string => text.replace(obeyed, by);

export const nameControls = (text: string): string => replaceControls(text, (character) => `[${codeOf(character)}]`);

const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;

/** Finds the first control character, as `U+001B`, except those in `but`; null for none. Tabs and line ends pass. */
export function firstControl(text: string, but = ''): string | null {
  const ignored = new Set(but.match(control));
  const first = text.match(control)?.find((character) => !ignored.has(character));
  return first === undefined ? null : codeOf(first);
}
