import { askAhead } from './api/ahead.ts';

// Loaded and run before all else, with next to nothing to load: what the page shows is on its way while the rest is.
askAhead();
