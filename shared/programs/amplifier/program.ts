import { messageLines } from '../../conversations/formats/message-lines.ts';
import type { Program } from '../program.ts';
import { amplifierRuns } from './runs.ts';

/** Amplifier’s `transcript.jsonl`. Written for versions of autumn 2026. */
export const amplifierConversations = messageLines('amplifier');

export const amplifierProgram: Program = {
  home: { folder: '.amplifier' },
  conversations: [
    {
      id: 'amplifier',
      format: amplifierConversations,
      folder: 'projects',
      files: ['*/sessions/*/transcript.jsonl'],
      projectAbove: 3,
      about: { name: 'metadata.json', title: 'name', folder: 'working_dir' },
    },
  ],
  runs: [amplifierRuns],
};
