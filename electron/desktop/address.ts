/** Scheme and host that the interface is served under; no web page can have them. */
export const scheme = 'app';
export const host = 'contexture';

/** Set by electron-vite while developing: its server has the interface with live reload. Left out of a build. */
const developmentPage = import.meta.env.DEV ? process.env['ELECTRON_RENDERER_URL'] : undefined;

/** True while developing: the page may be reloaded and inspected. */
export const isDevelopment = import.meta.env.DEV;

export const pageAddress = developmentPage ?? `${scheme}://${host}/`;

/** True if an address is one of our own page, and doesn't merely start like it. */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) {
    return false;
  }
  const url = new URL(address);
  const isOfApp = url.protocol === `${scheme}:` && url.host === host && url.username === '' && url.password === '';
  return isOfApp || isOfDevelopment(url);
}

/** True if an address is of a file that our own page holds in memory. */
export const isOwnFile = (address: string): boolean =>
  URL.canParse(address) && new URL(address).protocol === 'blob:' && isOwnAddress(new URL(address).pathname);

/** True if a page may request an address: one the app itself answers for, or of data the page holds. */
export function mayBeRequested(address: string): boolean {
  if (!URL.canParse(address)) {
    return false;
  }
  const url = new URL(address);
  return [`${scheme}:`, 'data:', 'blob:'].includes(url.protocol) || isOfDevelopment(url);
}

/** True for the server with live reload, which also speaks over a socket, and for the developer tools. */
const isOfDevelopment = ({ host: requested, protocol }: URL): boolean =>
  developmentPage !== undefined && (requested === new URL(developmentPage).host || protocol === 'devtools:');
