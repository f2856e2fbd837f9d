import { app, dialog, type Session, shell, type WebContents } from 'electron';
import type { Ports } from '#engine/ports.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import { isOwnAddress, isOwnFile, mayBeRequested } from './address.ts';

type Log = Ports['log'];

/** Copying a path is all that the interface needs of what a page has to be allowed. */
const allowedPermissions: readonly string[] = ['clipboard-sanitized-write'];
/** Characters of an address that a question shows. */
const maxShown = 500;
const schemesForOutside: readonly string[] = ['http:', 'https:', 'mailto:'];

/** Denies every page of a session what the interface doesn't need, whoever asks and in whatever way. */
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
    // What our page made itself is saved where the person says: Electron asks them.
    if (!isOwnFile(item.getURL())) {
      event.preventDefault();
      log('warn', 'A download was refused.');
    }
  });
}

/** Keeps every page there ever is in its place. To be called before the first window is made. */
export function lockAllContents(log: Log): void {
  app.on('web-contents-created', (_event, contents) => lockContents(contents, log));
}

/** Keeps a window on our own page: whatever leads elsewhere is refused, or handed to the system if the person says so. */
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

let isAsking = false;

/**
 * Opens an address with the program the person has for it, if its scheme is one that is safe to hand over and they agree:
 * what an assistant wrote may hold an address that carries off what it knows. One question at a time.
 */
async function openOutside(address: string, log: Log): Promise<void> {
  if (!isForOutside(address)) {
    log('warn', 'An address was not opened, because its scheme is not one of the web.');
    return;
  }
  if (isAsking) {
    return;
  }
  // As it was understood, not as it was written: line breaks in a scheme are left out of the one and not of the other.
  const { href } = new URL(address);
  isAsking = true;
  try {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: 'Open this link outside Contexture?',
      detail: cutTo(href, maxShown),
      buttons: ['Open', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
    });
    if (response === 0) {
      await shell.openExternal(href);
    }
  } catch {
    log('warn', 'No program could be found to open an address with.');
  } finally {
    isAsking = false;
  }
}

export function isForOutside(address: string): boolean {
  return URL.canParse(address) && schemesForOutside.includes(new URL(address).protocol);
}
