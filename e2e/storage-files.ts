import { contextPath, exampleContext } from './example-context.ts';

const folder = 'logs/storages';
const tracked = (agent: string, ...keys: readonly (readonly [key: string, userId: string | null])[]): string =>
  JSON.stringify(keys.map(([key, userId]) => ({ agentName: agent, chatName: null, userId, key })));

/** Path of a storage in a workspace, by the name of its file. */
export const storagePath = (name: string): string => `${folder}/${name}.json`;

/** Storages of two agents for two people, with every kind of problem. */
export const agentStorages: Readonly<Record<string, string>> = {
  [contextPath]: exampleContext,
  [storagePath('context_coach_default')]: tracked(
    'coach',
    ['memory', null],
    ['state_coach_ann', 'ann'],
    ['chat_history_coach_ann', 'ann'],
    ['plans_coach_ann', 'ann'],
    ['state_coach_bob', 'bob'],
    ['notes_coach_bob', 'bob'],
  ),
  [storagePath('context_cook_default')]: tracked('cook', ['state_cook_default', null], ['notes_cook_ann', 'ann']),
  [storagePath('state_coach_ann')]: `${JSON.stringify(
    {
      theme: 'dark',
      units: 'metric',
      goals: { squat: 140, bench: { now: 84, aim: 95 } },
      weeks: ['push', 'pull', 'legs'],
      injury: null,
    },
    null,
    2,
  )}\n`,
  [storagePath('plans_coach_ann')]: '{"monday": "Rest", "tuesday": "Squats, and a walk by the river"}\n',
  [storagePath('state_coach_bob')]: '{}\n',
  [storagePath('state_cook_default')]: '{"kitchen": "small"}\n',
  [storagePath('notes_cook_ann')]: '["Likes tea.", "No coriander.',
  [storagePath('notes_tutor_ann')]: '["Learns Greek."]\n',
  'logs/storages/state_cook_ann.json.damaged-1f2e3d4c': '{"kit',
  'logs/conversations/chat_history_coach_ann.jsonl':
    '{"role":"user","content":"What comes after squats?"}\n{"role":"assistant","content":"A walk by the river."}\n',
};
