import type { FoundSecret } from '#shared/scan/finding.ts';

/** Rule that lets a comment switch the scanner off. Left out, because anyone may have written the comments in a memory. */
const commentsRule = '@secretlint/secretlint-rule-filter-comments';

/**
 * Loads secretlint with its recommended rules. It gets only texts, no path that it could read and no configuration, and
 * asks no server if a key is valid.
 */
export async function loadSecretScanner(): Promise<(text: string) => Promise<readonly FoundSecret[]>> {
  const [{ lintSource }, preset, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // The profiler would keep some sixty marks of each text for as long as the process runs.
  secretLintProfiler.mark = () => undefined;
  const rules = preset.rules
    .filter(({ meta }) => meta.id !== commentsRule)
    .map((rule) => ({ id: rule.meta.id, rule, options: {} }));
  return async (text) => {
    const { messages } = await lintSource({
      source: { content: text, filePath: 'memory.md', ext: '.md', contentType: 'text' },
      options: { noPhysicFilePath: true, config: { rules } },
    });
    return messages.map(({ messageId, range, data }) => ({ id: messageId, ...placeOf(text, range, data) }));
  };
}

/** Finds a secret's place in the text: some rules point beside it, but all say what it is. */
function placeOf(text: string, [from, to]: readonly [number, number], data: unknown) {
  const strings = Object.values(data ?? {}).filter((value): value is string => typeof value === 'string');
  for (const secret of strings.sort((a, b) => b.length - a.length)) {
    const at = text.indexOf(secret, from);
    if (at >= 0 && at < to) {
      return { from: at, to: at + secret.length };
    }
  }
  return { from, to };
}
