import { desktopBridge } from '../api/bridge-transport.ts';
import { call } from '../api/connection.ts';
import { Button } from '../ui/button.tsx';
import { attempt } from './notices.ts';

/** Opens the log in the system's program for it. Not in a browser, which can't. */
export const LogButton = () =>
  desktopBridge() !== null && (
    <Button look="quiet" onClick={() => attempt(call('app.openLog', {}), 'The log could not be opened')}>
      Open the log
    </Button>
  );
