#!/usr/bin/env node
// A small agent that keeps something between its runs, without any model: it answers by rules, so that all you see of it is
// what it keeps. `node agent.js FOLDER NAME MESSAGE…` says each message to it, in turn.
import { createContext, defineStorage } from 'contexture';
import { z } from 'zod';

const [workspace, user, ...messages] = process.argv.slice(2);
if (workspace === undefined || user === undefined || messages.length === 0) {
  console.error('Usage: node agent.js FOLDER NAME MESSAGE…');
  console.error('Say “remember tea: green”, “todo buy tea”, “done buy tea”, “what do you know?” or “forget me”.');
  process.exit(2);
}

// A storage of its own, beside those that every agent has: state, chat_history and memory.
const Todos = defineStorage({ prefix: 'todos', schema: z.array(z.string()) });

const context = await createContext({ workspace, agent: 'sample', identity: { user } });
const todos = context.make(Todos);

for (const message of messages) {
  // The person may have corrected something meanwhile, and other agents may have learned something.
  await context.read();
  context.chat_history.add({ role: 'user', content: message });
  const reply = answer(message);
  context.chat_history.add({ role: 'assistant', content: reply });
  context.state.set('messages', Number(context.state.get('messages') ?? 0) + 1);
  const { notes } = await context.save();
  // Only what is saved is answered.
  console.log([reply, ...notes].join(' '));
}
await context.close();

/** @param {string} message */
function answer(message) {
  const [, key, value] = /^remember ([^:]+):(.+)$/s.exec(message) ?? [];
  if (key !== undefined && value !== undefined) {
    context.memory.learn({ category: 'fact', key: key.trim(), value: value.trim() });
    return `I will remember ${key.trim()}.`;
  }
  const [, verb, todo] = /^(todo|done) (.+)$/s.exec(message) ?? [];
  if (todo !== undefined) {
    const others = (todos.get() ?? []).filter((one) => one !== todo);
    todos.set(verb === 'todo' ? [...others, todo] : others);
    return `To do: ${todos.get()?.join(', ') || 'nothing'}.`;
  }
  if (message === 'what do you know?') {
    const known = context.memory
      .entries()
      .map((entry) => (entry.key === null ? entry.value : `${entry.key}: ${entry.value}`));
    return `I know ${known.join('; ') || 'nothing yet'}.`;
  }
  if (message === 'forget me') {
    const { done, left } = context.clear();
    return `I forget ${done.join(', ')}. ${left.map(({ why }) => why).join(' ')}`;
  }
  return `This is message ${context.chat_history.length}.`;
}
