import { createContext } from '../index.ts';

/**
 * An agent that ends without saving, for the tests of what becomes of that. `forgets FOLDER` leaves its context open, `disposes
 * FOLDER` ends it by `Symbol.asyncDispose`.
 */
const [how, workspace = ''] = process.argv.slice(2);
const context = await createContext({ workspace, agent: 'support', identity: { user: 'ann' } });
context.state.set('how', how ?? '');
context.chat_history.add({ role: 'user', content: 'Hi' });
context.memory.learn({ key: 'how', value: how ?? '' });
if (how === 'disposes') {
  await context[Symbol.asyncDispose]();
}
