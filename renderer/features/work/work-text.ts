import { readWholeWorkText } from '#shared/contract/reading/whole-work-text.ts';
import { call } from '../../api/connection.ts';

/** The whole text of a file of a workflow, and its version. @param file its path in the folder of the workflow */
export const readWorkText = (workspace: string, id: string, file: string) =>
  readWholeWorkText({ call }, workspace, id, file);
