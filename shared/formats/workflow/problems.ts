import type { z } from 'zod';
import { type DataPart, dataParts, dataSchemaOf } from './data-schemas.ts';
import type { WorkflowFinding } from './finding.ts';
import type { JsonObject } from './json-values.ts';

type Issue = z.core.$ZodIssue;

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/** Converts the issues of a schema to findings. @param under path of the value in the context */
export function findingsOf(issues: readonly Issue[], under: readonly string[]): WorkflowFinding[] {
  return issues.map((issue) => {
    const path = [...under, ...issue.path].map(String).join('.');
    const isWrong = issue.code === 'invalid_type';
    return {
      type: isWrong ? 'wrong_type' : 'unusual_value',
      severity: isWrong ? 'error' : 'warning',
      path,
      message:
        path === ''
          ? `${issue.message}.`
          : `“${path}” ${isWrong ? `is not ${kinds[issue.expected] ?? issue.expected}` : unusual(issue)}.`,
      mend: isWrong
        ? 'Write it as that, or take it out.'
        : 'Write one that is, or leave it if the agents understand it.',
    };
  });
}

export const schemaFindings = (schema: z.ZodType, value: unknown, under: readonly string[] = []): WorkflowFinding[] =>
  findingsOf(schema.safeParse(value).error?.issues ?? [], under);

function unusual(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `is none of ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return `is more than ${issue.maximum}`;
    case 'too_small':
      return issue.origin === 'string' ? 'is empty' : `is less than ${issue.minimum}`;
    case 'invalid_format':
      return `is no ${formats[issue.format] ?? issue.format}`;
    default:
      return 'is not what is expected there';
  }
}

const formats: Readonly<Record<string, string>> = {
  date: 'day, as 2026-01-31',
  datetime: 'moment, as 2026-01-31T09:30:00Z',
  regex: 'version, as 1.0.0',
};

/** Finds missing inputs that work of a type can hardly be done without. */
export function missingInputs(type: string, inputs: Readonly<JsonObject>): WorkflowFinding[] {
  const missing = dataSchemaOf(type).required.filter((name) => inputs[name] === undefined || inputs[name] === null);
  return missing.map((name) => ({
    type: 'missing',
    severity: 'warning',
    path: `data.inputs.${name}`,
    message: `The input “${name}” is missing.`,
    mend: 'Add it if the agents need it.',
  }));
}

/** Finds values in parts of the data that are unusual, or of another kind than their name says. */
export function dataFindings(type: string, data: Readonly<Partial<Record<DataPart, unknown>>>): WorkflowFinding[] {
  const schemas = dataSchemaOf(type);
  return dataParts.flatMap((name) => schemaFindings(schemas[name], data[name] ?? {}, ['data', name]));
}
