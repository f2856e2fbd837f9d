import { z } from 'zod';

// The page's content security policy forbids building code from text, so this comes before the first parse.
z.config({ jitless: true });
