import { readWholeWorkText } from '#shared/contract/reading/texts.ts';
import { call } from '../../api/connection.ts';

/** Reads the whole text of a workflow's file, and its version. @param file its path in the folder of the workflow */
export const readWorkText = (workspace: string, id: string, file: string) =>
  readWholeWorkText({ call }, workspace, id, file);
