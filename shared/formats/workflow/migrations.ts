import { ContextureError } from '../../contract/errors.ts';
import type { WorkflowFinding } from './finding.ts';
import type { JsonTextChange } from './json-text.ts';
import { type Json, valueAt } from './json-values.ts';

export const schemaVersion = '1.0.0';

/** Sections every context has by now, and their values if missing. */
const sections: readonly { readonly path: readonly string[]; readonly value: Json }[] = [
  { path: ['workflow', 'step_history'], value: [] },
  { path: ['workflow', 'next_steps'], value: [] },
  { path: ['workflow', 'branch_point'], value: null },
  { path: ['workflow', 'alternate_paths'], value: [] },
  { path: ['agents', 'current_agent'], value: null },
  { path: ['agents', 'agent_history'], value: [] },
  { path: ['data', 'working_data'], value: {} },
  { path: ['data', 'outputs'], value: {} },
  { path: ['data', 'references'], value: {} },
  { path: ['files', 'created'], value: [] },
  { path: ['files', 'modified'], value: [] },
  { path: ['files', 'deleted'], value: [] },
  { path: ['files', 'references'], value: [] },
  { path: ['state', 'requires_human_input'], value: false },
  { path: ['state', 'blocking_issues'], value: [] },
  { path: ['audit', 'checkpoints'], value: [] },
  { path: ['audit', 'human_interventions'], value: [] },
];

type Migration = {
  readonly isFor: (major: number) => boolean;
  readonly changes: (context: Json) => JsonTextChange[];
};

const migrations: readonly Migration[] = [
  {
    // Contexts without a version, or with one before the first, may lack whole sections.
    isFor: (major) => major < 1,
    changes: (context) => [
      ...sections.filter(({ path }) => valueAt(context, path) === undefined),
      { path: ['meta', 'schema_version'], value: schemaVersion },
    ],
  },
];

/** Makes the changes to today's version of the form. @throws `read_only` for a version that is not known yet */
export function migrated(context: Json): JsonTextChange[] {
  const version = versionIn(context);
  if (version === null) {
    return [];
  }
  if (version.major > latest.major) {
    const message = `This workflow is written in version ${version.text}, which this Contexture does not know, so it can be read and not changed. Update Contexture.`;
    throw new ContextureError('read_only', message, { version: version.text });
  }
  return migrations.filter(({ isFor }) => isFor(version.major)).flatMap(({ changes }) => changes(context));
}

/** Finds a version of which not all is known. */
export function newerVersion(context: Json): WorkflowFinding[] {
  const text = valueAt(context, versionPath);
  const version = versionIn(context);
  const isKnown =
    version !== null &&
    (version.major < latest.major || (version.major === latest.major && version.minor <= latest.minor));
  // A version that is no text is reported as of the wrong kind.
  if (isKnown || typeof text !== 'string') {
    return [];
  }
  const isRead = version !== null && version.major > latest.major;
  return [
    {
      type: 'schema_version_unknown',
      severity: 'warning',
      path: versionPath.join('.'),
      message: `It is written in version “${text}”, and ${schemaVersion} is the latest that is known here: what is new in it is not checked, and ${isRead ? 'it is read and not changed' : 'is kept as it stands'}.`,
      mend: version === null ? `Write the version of the form, as ${schemaVersion}.` : 'Update Contexture.',
    },
  ];
}

const versionPath = ['meta', 'schema_version'];

type Version = { readonly text: string; readonly major: number; readonly minor: number };

/** Reads the version of a context, 0 if it has none; null for an invalid one. */
function versionIn(context: Json): Version | null {
  const written = valueAt(context, versionPath) ?? '';
  const text = written === '' ? '0' : typeof written === 'object' ? '' : String(written);
  const [, major, minor = 0] = /^v?(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return major === undefined ? null : { text, major: Number(major), minor: Number(minor) };
}

const [knownMajor = 0, knownMinor = 0] = schemaVersion.split('.').map(Number);
const latest = { major: knownMajor, minor: knownMinor };
