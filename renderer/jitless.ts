import { z } from 'zod';

// The page's content security policy forbids building code from text, so this has to run before the first schema is made. It is
// the first import of the page, and the build keeps that order.
z.config({ jitless: true });
