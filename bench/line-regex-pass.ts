const heading = /^## (\w+)/;
const bullet = /^- (?:\[([^\]]*)\] )?(?:([^:]{1,64}): )?(.*)$/;

/** Reads the entries and nothing else, as a script of twenty lines would. */
export function lineRegexPass(text: string) {
  const entries: { section: string; bracket: string[]; key: string | undefined; value: string }[] = [];
  let section = '';
  for (const line of text.split('\n')) {
    const found = bullet.exec(line);
    if (found) {
      entries.push({ section, bracket: found[1]?.split('|') ?? [], key: found[2], value: found[3] ?? '' });
    } else {
      section = heading.exec(line)?.[1] ?? section;
    }
  }
  return { entries, words: text.split(/\s+/).length };
}
