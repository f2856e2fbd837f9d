import fc from 'fast-check';

/** Memories as their programs write them, with additions by people. */

const facts = fc.array(fc.constantFrom('- likes tea', '- Name: Ann', '- **City:** Rome', '- speaks Dutch', ''), {
  maxLength: 5,
});
const prose = fc.array(
  fc.constantFrom('Some prose.', '', '- an item', '1. one', '- x:', '  - nested', '> quoted', '<!-- a comment -->'),
  { maxLength: 6 },
);
const joined = (...parts: readonly (readonly string[])[]): string => `${parts.flat().join('\n')}\n`;

export const randomSummary = fc
  .tuple(facts, prose)
  .map(([some, other]) => joined(['v1', '## User Profile'], other, ['## General Tips'], some));

export const randomGemini = fc
  .tuple(prose, facts, facts)
  .map(([other, some, more]) => joined(['# Rules'], other, ['## Gemini Added Memories'], some, ['## After'], more));

const promoted = fc
  .tuple(fc.constantFrom('likes tea', '# 2026 notes ## x', '**Result:**', '- Candidate: x', 'a: b'), fc.nat(90))
  .map(([said, line]) => [
    `<!-- openclaw-memory-promotion:memory:memory/2026-05-01.md:${line}:${line + 1} -->`,
    `- ${said} [score=0.87 recalls=0 avg=0.62 source=memory/2026-05-01.md:${line}-${line + 1}]`,
  ]);
export const randomOpenClaw = fc
  .tuple(prose, facts, fc.array(promoted, { minLength: 1, maxLength: 6 }))
  .map(([other, some, items]) =>
    joined(
      ['# Long-Term Memory'],
      other,
      ['## Facts'],
      some,
      ['## Promoted From Short-Term Memory (2026-05-06)', ''],
      items.flat(),
    ),
  );

const recap = fc
  .nat(90)
  .map(
    (id) =>
      `- rollout_summaries/${id}.md (cwd=/home/ann/my app, rollout_path=/home/ann/${id}.jsonl, updated_at=2026-05-01T10:00:00Z, thread_id=t${id}, useful)`,
  );
export const randomHandbook = fc
  .tuple(fc.array(recap, { minLength: 1, maxLength: 4 }), facts)
  .map(([recaps, some]) =>
    joined(
      ['# Task Group: boats', 'scope: sailing', '### rollout_summary_files'],
      recaps,
      ['## User preferences'],
      some,
    ),
  );

/** Free markdown in which every block ends. */
export const randomInstructions = fc
  .tuple(fc.constantFrom([], ['---', 'description: rules', 'globs: src/**', '---', '']), prose, facts, prose)
  .map(([top, other, some, more]) =>
    joined(
      top,
      ['# Rules', ''],
      other,
      ['', '## Commands', '', '```sh', '# not a heading', 'npm test', '```', '', '| Who | Role |', '|---|---|'],
      ['| Bob | ops |', '| **Ann** | |', '', '<!-- kept', '- not an entry', '-->', '', 'Steps:', ''],
      some,
      ['', '1. **Prepare**', '   - tag it', '', '§', ''],
      more,
    ),
  );

const context = ['- tea: green [2026-01-16|likely]', '- walks at seven', '  in the rain', '- city: Rome'];
/** Our own format, as in a new file. */
export const randomOwn = fc
  .array(fc.constantFrom(...context), { maxLength: 6 })
  .map((lines) =>
    joined(
      ['---', 'last_updated: 2026-01-16', 'version: 3', 'token_estimate: 30', '---', '', '# Memory', ''],
      ['## Facts (certain)', '', ...lines.filter((line, at) => !line.startsWith('  ') || at > 0)],
    ),
  );

/** An index and its topic files, by name. */
export const randomTopics = fc
  .tuple(fc.uniqueArray(fc.constantFrom('tea', 'short-answers', 'boat', 'sister'), { minLength: 1 }), facts)
  .map(([names, some]): Readonly<Record<string, string>> => {
    const lines = names.map((name) => `- [${name}](${name}.md) — what is known of ${name}`);
    const topic = (name: string): string =>
      `---\nname: ${name}\ndescription: what is known of ${name}\ntype: user\n---\n\nMore of ${name}.\n`;
    return {
      'MEMORY.md': joined(['# Memory', ''], lines, some),
      ...Object.fromEntries(names.map((name) => [`${name}.md`, topic(name)])),
    };
  });
