/** Scheme and host that the interface is served under; no web page can have them. */
export const scheme = 'app';
export const host = 'contexture';

/** Set by electron-vite while developing: its server has the interface with live reload. Left out of a build. */
const developmentPage = import.meta.env.DEV ? process.env['ELECTRON_RENDERER_URL'] : undefined;

/** While developing, the page may be reloaded and looked into. */
export const isDevelopment = import.meta.env.DEV;

export const pageAddress = developmentPage ?? `${scheme}://${host}/`;

/** Whether an address is one of our own page, and not merely starts like it. */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) {
    return false;
  }
  const url = new URL(address);
  if (isOfDevelopment(url)) {
    return true;
  }
  return url.protocol === `${scheme}:` && url.host === host && url.username === '' && url.password === '';
}

/** Whether an address is one of a file that our own page holds in memory. */
export function isOwnFile(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'blob:' && isOwnAddress(new URL(address).pathname);
}

/** Whether a page may ask for something: what the app itself answers for, and what the page holds. */
export function mayBeRequested(address: string): boolean {
  if (!URL.canParse(address)) {
    return false;
  }
  const url = new URL(address);
  return [`${scheme}:`, 'data:', 'blob:'].includes(url.protocol) || isOfDevelopment(url);
}

/** The server with live reload, which also speaks over a socket, and the tools that look into the page. */
function isOfDevelopment({ host: asked, protocol }: URL): boolean {
  return developmentPage !== undefined && (asked === new URL(developmentPage).host || protocol === 'devtools:');
}
