import type { Handlers } from '../handlers.ts';
import type { Notifications } from './notifications.ts';

export const notificationsHandlers = ({ watch, waiting }: Notifications): Handlers<'notifications'> => ({
  'notifications.watch': async ({ on, shows }, { caller }) => {
    await watch(caller, on, shows);
    return {};
  },
  'notifications.waiting': async () => {
    const memories = [...waiting()];
    return { count: memories.reduce((sum, { count, changed }) => sum + count + (changed ? 1 : 0), 0), memories };
  },
});
