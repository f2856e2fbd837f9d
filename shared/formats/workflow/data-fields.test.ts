import { expect, test } from 'vitest';
import { dataFieldNames, fieldKind, fieldProblem } from './data-fields.ts';

const notes = 'note_processing';

test('lists the fields of a type and their kinds', () => {
  expect(dataFieldNames(notes, 'inputs').slice(0, 2)).toEqual(['raw_notes', 'recording_transcript']);
  expect(dataFieldNames(notes, 'references')).toEqual([]);
  expect(dataFieldNames('triage', 'inputs')).toEqual([]);
  expect(fieldKind(notes, 'inputs', ['raw_notes'])).toEqual({ kind: 'text' });
  expect(fieldKind(notes, 'inputs', ['processing_preferences', 'summary_style'])).toEqual({
    kind: 'choice',
    choices: ['brief', 'detailed', 'executive'],
  });
  expect(fieldKind(notes, 'inputs', ['processing_preferences', 'include_verbatim'])).toEqual({ kind: 'yes-no' });
  expect(fieldKind(notes, 'working_data', ['content_sections', 0, 'confidence'])).toEqual({ kind: 'number' });
  expect(fieldKind('session_creation', 'inputs', ['session_date'])).toEqual({ kind: 'day' });
  expect(fieldKind(notes, 'inputs', ['participants'])).toEqual({ kind: 'texts' });
  expect(fieldKind(notes, 'inputs', ['own', 'name'])).toEqual({ kind: 'other' });
  expect(fieldKind('triage', 'inputs', ['a'])).toEqual({ kind: 'other' });
});

test('reports a wrong value of a field in a sentence', () => {
  const style = ['processing_preferences', 'summary_style'];
  expect(fieldProblem(notes, 'inputs', style, 'long')).toBe(
    '“processing_preferences.summary_style” is none of brief, detailed, executive.',
  );
  expect(fieldProblem(notes, 'inputs', style, 'brief')).toBeNull();
  expect(fieldProblem('session_creation', 'inputs', ['session_date'], 'soon')).toMatch(/is no day/);
  expect(fieldProblem(notes, 'inputs', ['own'], 'anything')).toBeNull();
});
