/** Status of a workflow. `waiting` is for a person’s answer; `damaged` is one whose context can’t be read. */
export const statuses = ['waiting', 'failed', 'blocked', 'running', 'completed', 'damaged'] as const;
export type Status = (typeof statuses)[number];

type WorkflowStatus = { readonly where: string; readonly status: Status; readonly isLowConfidence: boolean };

/** True if a person has something to decide, to repair or to check. */
export const needsYou = ({ where, status, isLowConfidence }: WorkflowStatus): boolean =>
  where === 'active' &&
  (status === 'waiting' || status === 'failed' || status === 'blocked' || status === 'damaged' || isLowConfidence);
