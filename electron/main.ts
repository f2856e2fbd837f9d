import { runDesktop } from './desktop/desktop-app.ts';

runDesktop(import.meta.url);
