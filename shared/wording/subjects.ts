/** Name that a program would write: words of letters and digits, joined by underscores or hyphens. */
const identifier = /^[\p{L}\p{M}\p{N}]+(?:[_-][\p{L}\p{M}\p{N}]+)*$/u;

const emphasised = /^(?<sign>\*\*|`)(?<name>[^*`]+)\k<sign>$/;

/** Words that always have a capital, and mean nothing else without it. */
const capitalised = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays ' +
    'january february april june july august september october november december christmas easter ' +
    'english french german spanish italian portuguese dutch danish swedish norwegian finnish greek russian ukrainian turkish ' +
    'arabic hebrew hindi japanese chinese korean british american european london paris berlin europe america'
  ).split(' '),
);

/**
 * Names the subject of an entry, from its key, as a person would write it: “Time format” for `time_format`. A key that
 * somebody wrote as words stays as it is.
 * @param written the key; marks of bold or code around it are dropped
 * @param text text of the entry: words with a capital there get one
 */
export function subjectFrom(written: string, text = ''): string {
  const key = emphasised.exec(written)?.groups?.['name'] ?? written;
  const isIdentifier = identifier.test(key);
  const words = isIdentifier ? key.replaceAll(/[_-]/g, ' ') : key;
  // Written capitals are meant: iPhone, DNS.
  if (/\p{Lu}/u.test(words)) {
    return words;
  }
  const named = isIdentifier
    ? words
        .split(' ')
        .map((word) => withCapital(word, text))
        .join(' ')
    : words;
  return named.replace(/^\p{Ll}/u, upper);
}

const upper = (letter: string): string => letter.toUpperCase();

/** Capitalises names, which never occur without a capital; a word at the start of a sentence need not be one. */
function withCapital(word: string, text: string): string {
  const name = word.replace(/^\p{Ll}/u, upper);
  const isNamed =
    text.includes(name) &&
    word.length > 1 &&
    new RegExp(`(?<![.!?:]\\s*|^\\s*|[\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'u').test(text) &&
    !new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u').test(text);
  return capitalised.has(word) || isNamed ? name : word;
}
