import { useEffect } from 'react';
import { loadPart, on } from '../../api/connection.ts';
import { useWhenIdle } from '../../ui/use-when-idle.ts';

const loadNews = () => loadPart(() => import('./follow-news.ts'));
const followSoon = () => loadNews().then(({ followNews }) => followNews());

/** Shows what is new, and leads to what a notification is about. Once per page. */
export function useNews(): void {
  useEffect(() => on('notifications.chosen', (target) => void loadNews().then(({ leadTo }) => leadTo(target))), []);
  useWhenIdle(followSoon);
}
