/** What `hostile-subjects.ts` has, without loading it: it is counted from its loading on. */
export const subjectNames = [
  'reading a memory',
  'reading an archive',
  'reading other markdown',
  'reading again',
  'making repairs',
  'reading and writing settings',
  'checking a file',
  'changing entries',
  'merging two changes',
  'merging what has little in common',
  'matching and patching',
  'telling what was lost',
  'undoing all of it',
  'taking all out by halves',
  'restoring a whole archive',
  'erasing',
  'taking into the editor',
  'an engine that follows it',
  'searching',
  'rendering',
] as const;
export type SubjectName = (typeof subjectNames)[number];
