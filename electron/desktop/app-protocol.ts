import { protocol, type Session } from 'electron';
import { createInterface, textAnswer } from '#page/page.ts';
import { host, scheme } from './address.ts';

/** Gives the scheme its own origin, like https. Call it before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true } }]);
}

/** Serves only the built interface to windows. */
export function serveInterface(session: Session, rendererFolder: string): void {
  const answer = createInterface(rendererFolder, 'Run “npm run build” and start Contexture again.');
  session.protocol.handle(scheme, async (request) => {
    if (new URL(request.url).host !== host || (request.method !== 'GET' && request.method !== 'HEAD')) {
      return textAnswer(403, 'Contexture answers to its own page only.');
    }
    // The page may connect to nothing: it speaks over its bridge alone.
    return answer(request, "'none'");
  });
}
