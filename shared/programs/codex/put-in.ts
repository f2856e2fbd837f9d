import { createPutInSplitter } from '../../conversations/formats/put-in.ts';

/** Separates text that Codex and the editors around it insert into a person's message. */
export const splitCodexInput = createPutInSplitter({
  elements: [
    'environment_context',
    'user_instructions',
    'permissions instructions',
    'skill',
    'skills',
    'turn_aborted',
    'INSTRUCTIONS',
    'collaboration_mode',
    'subagent_notification',
    'user_shell_command',
    'apps_instructions',
    'plugins_instructions',
    'recommended_plugins',
  ],
  others: [
    /# AGENTS\.md instructions(?:[\s\S]*?<\/INSTRUCTIONS>|[\s\S]*$)/,
    /# Context from my IDE setup:[\s\S]*?## My request for Codex:/,
  ],
});
