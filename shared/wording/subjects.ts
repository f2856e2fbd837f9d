/** A name that a program would write: words of letters and digits, held together by underscores or hyphens. */
const identifier = /^[\p{L}\p{M}\p{N}]+(?:[_-][\p{L}\p{M}\p{N}]+)*$/u;

/**
 * What an entry is about, from its key, as a person would write it: “Time format” for `time_format`. A key that somebody wrote as
 * words stays as it is.
 */
export function subjectFrom(key: string): string {
  const words = identifier.test(key) ? key.replaceAll(/[_-]/g, ' ') : key;
  // Whoever wrote capitals meant them: iPhone, DNS.
  return /\p{Lu}/u.test(words) ? words : words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
