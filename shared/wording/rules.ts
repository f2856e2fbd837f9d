/** Rules that the page, the terminal and assistants' tools state, each worded once. */

/** Order in which entries are archived for size, as a clause. */
export const archivedFirst = 'the oldest insights are archived first, then the oldest patterns';
