import { guidance } from './guidance.ts';

type Fillings = {
  /** Rendered context, or its placeholder. */
  readonly globalContext: string;
  /** `YYYY-MM-DD`. */
  readonly today: string;
};

/** Text before the memory if a person has no template of their own. */
export const preamble = `${guidance}

Today’s date: {{today}}`;

/** Fills in the day. @param today `YYYY-MM-DD` */
export const preambleOf = (today: string): string => fillTemplate(preamble, { today, globalContext: '' });

export const defaultTemplate = `${preamble}

{{global_context}}`;

/** Fills in `{{global_context}}` and `{{today}}`. Other placeholders stay; inserted text is not searched again. */
export function fillTemplate(template: string, { globalContext, today }: Fillings): string {
  return template.replace(/\{\{\s*(global_context|today)\s*\}\}/g, (_, name) =>
    name === 'today' ? today : globalContext,
  );
}

/** True if a template has a place for the memory: without one the result has none of it. */
export const asksForMemory = (template: string): boolean => /\{\{\s*global_context\s*\}\}/.test(template);
