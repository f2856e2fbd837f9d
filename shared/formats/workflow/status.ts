/** How it stands with a workflow. `waiting` is for a person’s answer; `damaged` is one whose context can’t be read. */
export const statuses = ['waiting', 'failed', 'blocked', 'running', 'completed', 'damaged'] as const;
export type Status = (typeof statuses)[number];
