/** Scheme and host that the interface is served under; no web page can have them. */
export const scheme = 'app';
export const host = 'contexture';

/** Set by electron-vite while developing: its server has the interface with live reload. Left out of a build. */
const developmentPage = import.meta.env.DEV ? process.env['ELECTRON_RENDERER_URL'] : undefined;

export const pageAddress = developmentPage ?? `${scheme}://${host}/`;

/** Whether an address is one of our own page, and not merely starts like it. */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) {
    return false;
  }
  const url = new URL(address);
  if (developmentPage !== undefined && url.origin === new URL(developmentPage).origin) {
    return true;
  }
  return url.protocol === `${scheme}:` && url.host === host && url.username === '' && url.password === '';
}
