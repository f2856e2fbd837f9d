import { jsonForm } from '../../connections/json-form.ts';
import { linkedLines } from '../../conversations/formats/linked-lines.ts';
import { messageItem } from '../../conversations/formats/message-item.ts';
import { createPutInSplitter } from '../../conversations/formats/put-in.ts';
import type { Program } from '../program.ts';

/** Separates text that OpenClaw inserts into a person's message: the sender, and earlier messages of its channel. */
const splitPutIn = createPutInSplitter({
  elements: ['system-reminder'],
  others: [/[A-Z][\w ,’'-]{0,80} \(untrusted[^()\n]*\):\s*```\w*\n[\s\S]*?\n```/],
});

/** OpenClaw’s sessions. Written for versions of autumn 2026 that keep them as files. */
export const openClawConversations = linkedLines('openclaw', (message, at) => {
  const item = messageItem(message, at);
  return item && splitPutIn(item);
});

export const openClawProgram: Program = {
  home: { folder: '.openclaw' },
  memories: [
    {
      path: 'workspace*/MEMORY.md',
      kind: 'Memory',
      folderSays: 'which one',
      beside: 'memory',
      kindWithoutMain: 'Daily notes',
    },
    { path: 'workspace*/USER.md', kind: 'About you', folderSays: 'which one' },
  ],
  conversations: [
    {
      id: 'openclaw',
      format: openClawConversations,
      folder: 'agents',
      files: ['*/sessions/*.jsonl', '*/sessions/*.jsonl.reset.*', '*/sessions/*.jsonl.deleted.*'],
      leftOut: /\.(?:checkpoint\.[^/\\]*|trajectory\.jsonl)$/,
      renamed: [
        [/\.reset\.[^/\\]*$/, 'reset'],
        [/\.deleted\.[^/\\]*$/, 'deleted'],
      ],
    },
  ],
  connection: {
    file: 'openclaw.json',
    form: jsonForm(['mcp', 'servers']),
    afterwards: 'Its gateway reads the setting by itself.',
    mayCall: /openclaw/i,
  },
};
