/** Every way a call can fail. Callers decide by code; the message is for people. */
export const errorCodes = [
  // the call itself
  'invalid_request',
  'unknown_method',
  'too_large',
  'cancelled',
  'disconnected',
  'internal',
  'unavailable',
  // workspaces and files
  'workspace_not_open',
  'workspace_gone',
  'not_found',
  'not_a_file',
  'not_text',
  'no_permission',
  'disk_full',
  'io_failed',
  'busy',
  'read_only',
  'outside_workspace',
  // entries
  'entry_changed',
  'entry_gone',
  'key_invalid',
  'key_exists',
  'value_invalid',
  'source_invalid',
  'updates_invalid',
  'section_unclear',
  'entry_unclear',
  'revision_gone',
  // changes, archive, settings
  'change_unknown',
  'change_superseded',
  'card_unknown',
  'correction_stands',
  'text_conflict',
  'version_unknown',
  'over_limit',
  /** The text to be replaced can't be kept; a person may agree to that by `history.goWithout`. */
  'not_recorded',
  'settings_invalid',
] as const;
export type ErrorCode = (typeof errorCodes)[number];
