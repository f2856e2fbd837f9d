import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { ServedRequest, ServedResponse } from '../wire.ts';
import { app } from './app.ts';
import { answers } from './browser.ts';
import { guarded } from './guarded.ts';
import { requestOver } from './net-request.ts';
import { openWindows } from './windows.ts';

type Check = Parameters<Electron.Session['setPermissionCheckHandler']>[0];
type Ask = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type Permission = Parameters<NonNullable<Check>>[1];
type ProtocolHandler = Parameters<Electron.Protocol['handle']>[1];

/** Schemes and their privileges, inspected by tests. */
export const declaredSchemes: Electron.CustomScheme[] = [];
const handlers = new Map<string, ProtocolHandler>();
let check: Check = null;
let ask: Ask = null;

export const protocol = guarded('protocol', {
  registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]) => {
    if (app.isReady() || declaredSchemes.length > 0) {
      throw new Error('Schemes are declared once, before the app is ready.');
    }
    declaredSchemes.push(...schemes);
  },
  handle: (scheme: string, handler: ProtocolHandler) => {
    if (!app.isReady()) {
      throw new Error('Protocols can be handled once the app is ready.');
    }
    handlers.set(scheme, handler);
  },
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>);

type Members =
  | 'setPermissionCheckHandler'
  | 'setPermissionRequestHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler';

const members = {
  setPermissionCheckHandler: (handler: Check) => {
    check = handler;
  },
  setPermissionRequestHandler: (handler: Ask) => {
    ask = handler;
  },
  // A page reaches these two only by a gesture and a chooser, which the stand-in lacks.
  setDevicePermissionHandler: () => {},
  setDisplayMediaRequestHandler: () => {},
} satisfies Pick<Electron.Session, Members>;

type BeforeRequest = (
  details: Electron.OnBeforeRequestListenerDetails,
  answer: (response: Electron.CallbackResponse) => void,
) => void;
let beforeRequest: BeforeRequest = (_details, answer) => answer({});
const webRequest = guarded('webRequest', {
  onBeforeRequest: (listener: BeforeRequest) => {
    beforeRequest = listener;
  },
});

/** Asks the app whether a page may request an address. */
export const mayRequest = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const details = { url } as Electron.OnBeforeRequestListenerDetails;
    beforeRequest(details, ({ cancel }) => resolve(cancel !== true));
  });

const defaultSession = guarded('session', Object.assign(new EventEmitter(), members, { protocol, webRequest }));
export const session = guarded('electron.session', {
  defaultSession,
  // Requests of the main process alone name another one.
  fromPartition: (name: string) => guarded(`session ${name}`, {}),
});

/** Answers a request under the app's own scheme, as a page would get it. */
async function serve(url: string, method = 'GET'): Promise<Response> {
  if (!(await mayRequest(url))) {
    throw new TypeError('net::ERR_BLOCKED_BY_CLIENT');
  }
  const handler = handlers.get(new URL(url).protocol.slice(0, -1));
  if (handler === undefined) {
    throw new TypeError('net::ERR_UNKNOWN_URL_SCHEME');
  }
  return (await handler(new Request(url, { method }) as never)) as unknown as Response;
}

export const net = guarded('net', { fetch: (url: string) => serve(url), request: requestOver });

answers['serve'] = async ({ url, method }: ServedRequest): Promise<ServedResponse> => {
  const response = await serve(url, method);
  const body = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
};

/** Selects the permissions a page gets. Electron grants whatever no handler denies. */
answers['granted permissions'] = (names: Permission[], origin: string): Permission[] => {
  const contents = openWindows()[0]?.webContents as unknown as Electron.WebContents;
  return names.filter((name) => {
    const checked = check?.(contents, name, origin, {} as Electron.PermissionCheckHandlerHandlerDetails) ?? true;
    let granted = ask === null;
    ask?.(contents, name, (answer) => (granted = answer), { requestingUrl: origin, isMainFrame: true });
    return checked && granted;
  });
};
