/** Longer texts are shown as plain text: some take the square of their length to parse. */
const maxLength = 12_000;
/** Deepest nesting of quotes and lists on one line; those over several lines are bounded by the length. */
const maxDepth = 24;

/** True if a text is short and shallow enough to be parsed as Markdown. */
export const isBounded = (text: string): boolean =>
  text.length <= maxLength && !text.split('\n').some((line) => depthOf(line) > maxDepth);

/** Number of quotes and lists a line opens. */
const depthOf = (line: string): number =>
  (/^(?:\s*(?:>|[-+*]\s|\d+[.)]\s))*/.exec(line)?.[0].match(/\S+/g) ?? []).join('').length;
