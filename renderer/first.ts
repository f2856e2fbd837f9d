import { askAhead } from './api/ahead.ts';

// Runs before all else, with next to nothing to load: the page's first data is on its way while the rest loads.
askAhead();
