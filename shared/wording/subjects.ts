/** A name that a program would write: words of letters and digits, held together by underscores or hyphens. */
const identifier = /^[\p{L}\p{M}\p{N}]+(?:[_-][\p{L}\p{M}\p{N}]+)*$/u;

const emphasised = /^(?<sign>\*\*|`)(?<name>[^*`]+)\k<sign>$/;

/** Words that are written with a capital wherever they stand, and mean nothing else without it. */
const capitalised = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays ' +
    'january february april june july august september october november december christmas easter ' +
    'english french german spanish italian portuguese dutch danish swedish norwegian finnish greek russian ukrainian turkish ' +
    'arabic hebrew hindi japanese chinese korean british american european london paris berlin europe america'
  ).split(' '),
);

/**
 * What an entry is about, from its key, as a person would write it: “Time format” for `time_format`. A key that somebody wrote as
 * words stays as it is.
 *
 * @param written the key; of one in bold or as code, the signs of that are left out
 * @param said what the entry says: words that have a capital there have one in its key
 */
export function subjectFrom(written: string, said = ''): string {
  const key = emphasised.exec(written)?.groups?.['name'] ?? written;
  const isIdentifier = identifier.test(key);
  const words = isIdentifier ? key.replaceAll(/[_-]/g, ' ') : key;
  // Whoever wrote capitals meant them: iPhone, DNS.
  if (/\p{Lu}/u.test(words)) {
    return words;
  }
  const named = isIdentifier
    ? words
        .split(' ')
        .map((word) => withCapital(word, said))
        .join(' ')
    : words;
  return named.replace(/^\p{Ll}/u, upper);
}

const upper = (letter: string): string => letter.toUpperCase();

/** A name has a capital, and never stands without it; one at the start of a sentence need not be a name. */
function withCapital(word: string, said: string): string {
  const name = word.replace(/^\p{Ll}/u, upper);
  const isNamed =
    said !== '' &&
    word.length > 1 &&
    new RegExp(`(?<![.!?:]\\s*|^\\s*|[\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'u').test(said) &&
    !new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u').test(said);
  return capitalised.has(word) || isNamed ? name : word;
}
