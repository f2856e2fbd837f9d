import type { FoundSecret } from '#shared/scan/finding.ts';

/** A comment in a memory is the words of whoever wrote it: it must not switch the scanner off. */
const commentsRule = '@secretlint/secretlint-rule-filter-comments';

/**
 * Loads what finds secrets: secretlint with its recommended rules. It is given texts alone, no path that it could read and
 * no configuration, and asks no server whether a key is good.
 */
export async function loadSecretScanner(): Promise<(text: string) => Promise<readonly FoundSecret[]>> {
  const [{ lintSource }, preset, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // It would keep some sixty marks of each text for as long as the process runs.
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

/** Some rules point beside the secret, but all say what it is. */
function placeOf(text: string, [from, to]: readonly [number, number], data: unknown) {
  const said = Object.values(data ?? {}).filter((value): value is string => typeof value === 'string');
  for (const secret of said.sort((a, b) => b.length - a.length)) {
    const at = text.indexOf(secret, from);
    if (at >= 0 && at < to) {
      return { from: at, to: at + secret.length };
    }
  }
  return { from, to };
}
