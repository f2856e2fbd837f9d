import { type Session, shell, type WebContents } from 'electron';
import type { Ports } from '#engine/ports.ts';
import { isOwnAddress } from './address.ts';

type Log = Ports['log'];

/** Copying a path is all that the interface needs of what a page has to be allowed. */
const allowedPermissions: readonly string[] = ['clipboard-sanitized-write'];
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
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  session.on('will-download', (event) => {
    event.preventDefault();
    log('warn', 'A download was refused.');
  });
}

/** Keeps a window on our own page: whatever leads elsewhere is refused, or handed to the system where that is safe. */
export function lockContents(contents: WebContents, log: Log): void {
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
    openOutside(url, log);
    return { action: 'deny' };
  });
}

/** Opens an address with the program the person has for it, if its scheme is one that is safe to hand over. */
function openOutside(address: string, log: Log): void {
  if (!isForOutside(address)) {
    log('warn', 'An address was not opened, because its scheme is not one of the web.');
    return;
  }
  // As it was understood, not as it was written: line breaks in a scheme are left out of the one and not of the other.
  shell
    .openExternal(new URL(address).href)
    .catch(() => log('warn', 'No program could be found to open an address with.'));
}

export function isForOutside(address: string): boolean {
  return URL.canParse(address) && schemesForOutside.includes(new URL(address).protocol);
}
