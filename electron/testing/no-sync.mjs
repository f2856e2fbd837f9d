import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before the tests, and before the programs they bundle and start: nothing waits until it is on the disk. Whether it is
// shows only when the power fails, which no test does; of a process that is killed the system keeps all it was given. That
// syncs are asked for, how often, and what happens when one fails is tested above these calls, in `systemCalls`.

const file = await fs.promises.open(process.execPath);
Object.getPrototypeOf(file).sync = async () => {};
await file.close();
fs.fsyncSync = () => {};
syncBuiltinESMExports();
