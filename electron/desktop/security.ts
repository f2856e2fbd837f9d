import { app, type Session, shell, type WebContents } from 'electron';
import type { Ports } from '#engine/ports.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import { isOwnAddress, isOwnFile, mayBeRequested } from './address.ts';
import { createQuestion } from './desktop-shell.ts';

type Log = Ports['log'];

/** Permissions of pages: the interface only needs to copy paths. */
const allowedPermissions: readonly string[] = ['clipboard-sanitized-write'];
/** Characters of an address that a question shows. */
const maxShown = 500;
const schemesForOutside: readonly string[] = ['http:', 'https:', 'mailto:'];

/** Denies every page of a session all that the interface doesn't need. */
export function lockSession(session: Session, log: Log): void {
  const allows = (permission: string, origin: string): boolean =>
    allowedPermissions.includes(permission) && isOwnAddress(origin);

  session.setPermissionCheckHandler((_contents, permission, origin) => allows(permission, origin));
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) => {
    const allowed = allows(permission, requestingUrl);
    if (!allowed) {
      log('warn', `A page asked for the permission “${permission}”, and was denied.`);
    }
    answer(allowed);
  });
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const cancel = !mayBeRequested(url);
    if (cancel) {
      log('warn', 'A page asked for something outside of the app, and did not get it.');
    }
    answer({ cancel });
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  session.on('will-download', (event, item) => {
    // A file made by our page may be saved: Electron asks the person where.
    if (!isOwnFile(item.getURL())) {
      event.preventDefault();
      log('warn', 'A download was refused.');
    }
  });
}

/** Keeps every page from navigating away. Call it before the first window is made. */
export function lockAllContents(log: Log): void {
  app.on('web-contents-created', (_event, contents) => lockContents(contents, log));
}

/** Keeps a window on our own page. Other addresses are refused, or handed to the system if the person agrees. */
function lockContents(contents: WebContents, log: Log): void {
  const stay = (event: { preventDefault(): void; readonly url: string }): void => {
    if (!isOwnAddress(event.url)) {
      event.preventDefault();
      log('warn', 'A page tried to lead elsewhere, and was kept from it.');
    }
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) {
      event.preventDefault();
    }
  });
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    log('warn', 'A page tried to embed another, and was kept from it.');
  });
  contents.setWindowOpenHandler(({ url }) => {
    void openOutside(url, log);
    return { action: 'deny' };
  });
}

const mayOpen = createQuestion('Open');

/**
 * Opens an address with the person's program for it, if its scheme is safe to hand over and they agree, since an assistant
 * may have written an address that carries off what it knows.
 */
async function openOutside(address: string, log: Log): Promise<void> {
  if (!isForOutside(address)) {
    log('warn', 'An address was not opened, because its scheme is not one of the web.');
    return;
  }
  // Show the parsed address instead of the written one, which may have line breaks in its scheme.
  const { href } = new URL(address);
  try {
    if (await mayOpen('Open this link outside Contexture?', cutTo(href, maxShown))) {
      await shell.openExternal(href);
    }
  } catch {
    log('warn', 'No program could be found to open an address with.');
  }
}

export const isForOutside = (address: string): boolean =>
  URL.canParse(address) && schemesForOutside.includes(new URL(address).protocol);
