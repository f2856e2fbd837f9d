import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before the tests, and before the programs they bundle and start: nothing waits for the disk. A missing sync
// shows only after a power failure, which no test causes; the system keeps all writes of a killed process. The number
// of syncs, and their failures, are tested above these calls, in `systemCalls`.

const file = await fs.promises.open(process.execPath);
Object.getPrototypeOf(file).sync = async () => {};
await file.close();
fs.fsyncSync = () => {};
syncBuiltinESMExports();
