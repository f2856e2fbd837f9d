import { z } from 'zod';

// The page's content security policy forbids building code from text, so this comes before the first schema is made.
// The build keeps it in one file with the schemas, in this order.
z.config({ jitless: true });
