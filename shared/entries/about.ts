import { z } from 'zod';

/** Subjects of an entry other than the person: someone they know, something they work on, anything else with a name. */
export const aboutKinds = ['person', 'project', 'thing'] as const;
export type AboutKind = (typeof aboutKinds)[number];

/** Limit on the characters (UTF-16 units) of such a name. */
export const maxAboutName = 80;

export const aboutSchema = z.strictObject({ kind: z.enum(aboutKinds), name: z.string() });
export type About = z.infer<typeof aboutSchema>;

export const sameAbout = (one: About | null, other: About | null): boolean =>
  one?.kind === other?.kind && one?.name === other?.name;
