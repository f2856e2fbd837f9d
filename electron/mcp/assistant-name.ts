import { personSource } from '#shared/entries/correction.ts';
import { unknownSource } from '#shared/formats/context/bracket.ts';
import { oneLine } from '#shared/prompt/line-text.ts';

const maxName = 60;
/** Name for an assistant that gives none, or a reserved one. */
const nameless = 'assistant';
/** Reserved names of the person, another program and the app itself. */
const ofOthers = ['you', 'me', 'person', 'the person', 'user', 'the user', 'another program', 'outside', 'contexture'];
const reservedNames: readonly string[] = [personSource, unknownSource, ...ofOthers];

/** Letters of other scripts that look like Latin ones. All letters of Lisu do. */
const alike = 'АВЕЅІЈКМНОРСТХУԚԜавеѕіјкмнорстхуԁԛԝһӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧαιορτυνκᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏴ';
/** True for phonetic letters that look like plain ones, and are in no language's alphabet. */
const isPhonetic = (letter: string): boolean => /[ɑɡɢɪɴʀʏʙʜʟ\u1d00-\u1d22]/.test(letter);
const isAlike = (letter: string): boolean =>
  alike.includes(letter) || isPhonetic(letter) || /\p{Script=Lisu}/u.test(letter);
const isLatin = (letter: string): boolean => /\p{Script=Latin}/u.test(letter) && !isPhonetic(letter);
const isForeign = (letter: string): boolean =>
  isPhonetic(letter) ||
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u.test(
    letter,
  );

/** Replaces lookalike letters in a word that looks Latin by their numbers: `(U+0421)laude`. */
function withLookalikesNamed(word: string): string {
  const letters = [...word];
  const foreign = letters.filter(isForeign);
  const isMixed = foreign.length > 0 && letters.some(isLatin);
  const isDisguised = foreign.length > 0 && foreign.every(isAlike);
  const number = (letter: string): string => (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return isMixed || isDisguised
    ? letters.map((letter) => (isForeign(letter) ? `(U+${number(letter)})` : letter)).join('')
    : word;
}

/** Makes a client's name fit for a source. None can pass for the person, or by its letters for another client. */
export function assistantName(clientName: string | undefined): string {
  const plain = oneLine((clientName ?? '').normalize('NFKC'))
    .replace(/[|[\]:]/g, ' ')
    .split(/\s+/)
    .map(withLookalikesNamed)
    .join(' ')
    .trim();
  const name = [...plain].slice(0, maxName).join('').trim();
  return name === '' || reservedNames.includes(name.toLowerCase()) ? nameless : name;
}

/** Source of something learned: the assistant, and where it says it has it from. */
export function sourceOf(name: string, source: string | undefined): string {
  const where = source?.trim() ?? '';
  return where === '' || where === name ? name : `${name}: ${where}`;
}
