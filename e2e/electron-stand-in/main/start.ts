import Module, { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { badge, entryHasRun, loginItem, sandbox } from './app.ts';
import { treatAsArchive } from './archive.ts';
import { answers } from './browser.ts';
import * as electron from './electron.ts';
import { notifications, trays } from './notices.ts';
import { declaredSchemes, mayRequest } from './session.ts';
import { windowOptions } from './windows.ts';

// `node start.mjs MAIN …` runs a main bundle whose `electron` is this file, once bundled.
const hooks = `
  let standIn;
  export const initialize = (url) => { standIn = url; };
  export const resolve = (name, context, next) =>
    name === 'electron' ? { url: standIn, shortCircuit: true } : next(name, context);
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, { data: import.meta.url });

// Bundled libraries require it.
type Loader = { _load(name: string, ...more: unknown[]): unknown };
const loader = Module as unknown as Loader;
const load = loader._load;
loader._load = (name, ...more) => (name === 'electron' ? electron : load(name, ...more));

/** Exist on the stand-in alone; tests that use them can't run in Electron. */
const standIn = { windowOptions, declaredSchemes, sandbox, mayRequest, notifications, trays, loginItem, badge };
type Evaluated = (modules: object, value: unknown) => unknown;

answers['evaluate'] = async (source: string, value: unknown): Promise<unknown> => {
  const evaluated = new Function(`return (${source})`)() as Evaluated;
  const result = await evaluated({ ...electron, standIn }, value);
  return result === undefined ? undefined : JSON.parse(JSON.stringify(result));
};

export * from './electron.ts';

process.argv.splice(1, 1);
const [archive] = /^.*\.asar(?=[/\\])/.exec(process.argv[1] ?? '') ?? [];
if (archive !== undefined) {
  treatAsArchive(archive);
}
// Without a feed for updates, if the test gives none.
Object.assign(process, { resourcesPath: process.env['STAND_IN_RESOURCES'] ?? import.meta.dirname });
// Not awaited: the bundle imports this file and would wait for its end.
void import(/* @vite-ignore */ pathToFileURL(process.argv[1] ?? '').href).then(entryHasRun);
