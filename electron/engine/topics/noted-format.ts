import { withNotes } from '#shared/notes/with-notes.ts';
import { withTopicTypes } from '#shared/topics/with-types.ts';
import { createNotes } from '../notes/notes.ts';
import type { Ports } from '../ports.ts';
import { createLayout, type WorkspacePlace } from '../workspace/layout.ts';

/** A place with the person's notes and the topics' types in its format, and what they are read from. */
export function withNotesAndTypes(ports: Ports, place: WorkspacePlace) {
  const { notesPath } = createLayout(ports, place);
  const notes = createNotes(ports, notesPath);
  const topicTypes = new Map<string, string | null>();
  const noted = notesPath === null ? place.format : withNotes(place.format, notes.list);
  const format = noted.capabilities.severalFiles ? withTopicTypes(noted, topicTypes) : noted;
  return { notes, topicTypes, place: { ...place, format } };
}
