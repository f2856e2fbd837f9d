import { expect, test } from 'vitest';
import { createEraser } from '../../text/eraser.ts';
import { contextFormat } from './format.ts';

const secret = 'hunter2secret';
const eraser = createEraser([secret]);

test.each([
  `---\nversion: 3 # ${secret}\nreason: ${secret}\nlast_updated: ${secret}\n${secret}: 1\n---\n`,
  `# ${secret}\n\n# Global Context ${secret}\n`,
  `## Insights (${secret})\n- a\n`,
  `## Insights ${secret}\n- a\n`,
  `## Facts (certain) #${secret}\n- a\n`,
  `- [2026-01-01|certain|user_correction: ${secret}|pinned|${secret}] a: b\n`,
  `- [2026-01-01|${secret}|${secret}|until=${secret}] a: b\n`,
  `- [2026-01-01|certain|${secret}_user_correction] ${secret}: b\n`,
  `<!-- ${secret} -->\n\`\`\`\n${secret}\n\`\`\`\n`,
])('takes no text of a person for syntax: %j', (text) => {
  const { archive } = contextFormat;
  expect(contextFormat.erase(contextFormat.read(text), eraser).text).not.toContain(secret);
  const archived = text.replace(/^## /gm, '## Archived ');
  expect(archive?.erase(archive.read(archived), eraser).text).not.toContain(secret);
});

test.each([
  [
    '2026',
    '- [2026-01-01|certain|a 2026 trip|until=2026-02-01] a: b 2026 c\n',
    '- [2026-01-01|certain|a trip|until=2026-02-01] a: b c\n',
  ],
  [
    'Facts',
    '# Facts\n\n## Facts (certain) ##\n- Facts: of life\n',
    '# Facts\n\n## Facts (certain) ##\n- erased: of life\n',
  ],
  [
    '2026',
    '---\nlast_updated: "2026-01-01" # since 2026\n---\n\n# Archived Context (2026-01-01)\n',
    '---\nlast_updated: "2026-01-01" # since\n---\n\n# Archived Context (2026-01-01)\n',
  ],
])('erases no syntax: %s', (text, before, after) => {
  expect(contextFormat.erase(contextFormat.read(before), createEraser([text])).text).toBe(after);
});
