import { guidance } from './guidance.ts';

type Fillings = {
  /** The rendered context, or what stands for it. */
  readonly globalContext: string;
  /** `YYYY-MM-DD`. */
  readonly today: string;
};

/** What stands before the memory where a person names no template of their own. */
export const preamble = `${guidance}

Today’s date: {{today}}`;

/** The same with the day filled in. @param today `YYYY-MM-DD` */
export const preambleOf = (today: string): string => fillTemplate(preamble, { today, globalContext: '' });

/** What is filled in there. */
export const defaultTemplate = `${preamble}

{{global_context}}`;

/** Fills in `{{global_context}}` and `{{today}}`. Other placeholders stay; what is filled in is not searched again. */
export function fillTemplate(template: string, { globalContext, today }: Fillings): string {
  return template.replace(/\{\{\s*(global_context|today)\s*\}\}/g, (_, name) =>
    name === 'today' ? today : globalContext,
  );
}

/** Whether a template has a place for the memory: without one nothing of it is in what comes out. */
export const asksForMemory = (template: string): boolean => /\{\{\s*global_context\s*\}\}/.test(template);
