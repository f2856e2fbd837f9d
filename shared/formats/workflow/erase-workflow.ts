import { eraseFromJson, saidInJson } from '../../text/erase-json.ts';
import type { Eraser } from '../../text/eraser.ts';

/** Fields that describe a workflow and its progress, rather than hold anybody's words. */
const structure = new Set([
  'workflow_id',
  'workflow_type',
  'schema_version',
  'version',
  'created_at',
  'updated_at',
  'started_at',
  'completed_at',
  'asked_at',
  'answered_at',
  'timestamp',
  'status',
  'data_snapshot',
  'verification',
  'context_input',
  'context_output',
]);

/** Erases a text from a file of a workflow; returns the same text if it is not in it. */
export const eraseFromWorkflow = (text: string, eraser: Eraser): string => eraseFromJson(text, eraser, structure);

export const saidInWorkflow = (text: string): readonly string[] => saidInJson(text, structure) ?? [text];
