import type { MethodName, Params } from '#shared/contract/contract.ts';
import { call } from '../../api/connection.ts';
import { problemOf } from '../../api/problem.ts';
import { sayProblem } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';

/** The calls that change the context and are answered with what they did. */
type Changing = Extract<MethodName, 'context.putBack' | 'context.repair' | 'context.archiveOverflow'>;

/** Makes a call for the whole file, and says what it did or why it didn't. */
export async function run<N extends Changing>(method: N, params: Params<N>): Promise<void> {
  try {
    tellDone(params.workspace, await call(method, params));
  } catch (error) {
    sayProblem(problemOf(error));
  }
}
