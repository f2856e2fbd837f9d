/** Longer texts are shown as they stand: some take the square of their length to read. */
const maxLength = 12_000;
/** Quotes and lists in each other, of one line; those of several lines are bounded by the length. */
const maxDepth = 24;

/** Whether a text is short and shallow enough to be read as Markdown. */
export const isBounded = (text: string): boolean =>
  text.length <= maxLength && !text.split('\n').some((line) => depthOf(line) > maxDepth);

/** How many quotes and lists a line begins. */
const depthOf = (line: string): number =>
  (/^(?:\s*(?:>|[-+*]\s|\d+[.)]\s))*/.exec(line)?.[0].match(/\S+/g) ?? []).join('').length;
