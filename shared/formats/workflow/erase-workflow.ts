import { eraseFromJson, saidInJson } from '../../text/erase-json.ts';
import type { Eraser } from '../../text/eraser.ts';

/** Fields that say what a workflow is and where it stands, and not what anybody said. */
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

/** A file of a workflow without what is erased; the same text where it is not in it. */
export const eraseFromWorkflow = (text: string, eraser: Eraser): string => eraseFromJson(text, eraser, structure);

/** What a file of a workflow says beside its structure. */
export const saidInWorkflow = (text: string): readonly string[] => saidInJson(text, structure) ?? [text];
