import { z } from 'zod';
import { methods } from '#shared/contract/contract.ts';

/** Every method with what it is for and the JSON schemas of its parameters and its result. */
export function describeMethods(): object[] {
  return Object.entries(methods).map(([method, { about, params, result }]) => ({
    method,
    about,
    // As a caller writes them: what has a default may be left out.
    params: z.toJSONSchema(params, { io: 'input' }),
    result: z.toJSONSchema(result, { io: 'output' }),
  }));
}
