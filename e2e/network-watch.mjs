// Loaded into every process and worker of a run by NODE_OPTIONS: writes each attempt to reach another program or computer
// into the file NETWORK_LOG, a line of JSON for each, before it is made.

import childProcess, { ChildProcess } from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** @param {string} kind @param {string} to */
function note(kind, to) {
  appendFileSync(process.env['NETWORK_LOG'] ?? '', `${JSON.stringify({ kind, to })}\n`);
}

/**
 * @param {object} holder @param {string} name
 * @param {(args: any[]) => string} describe
 */
function watch(holder, name, kind = name, describe = (args) => String(args[0])) {
  const functions = /** @type {Record<string, (...args: any[]) => any>} */ (holder);
  const call = functions[name];
  if (typeof call !== 'function') {
    throw new Error(`This Node has no ${name} to watch.`);
  }
  functions[name] = function watched(...args) {
    const to = describe(args);
    // The name of an address is the address: nobody is asked for it.
    if (kind !== 'name' || net.isIP(to) === 0) {
      note(kind, to);
    }
    return Reflect.apply(call, this, args);
  };
}

/** @param {any[]} args */
function addressOf([first, second]) {
  const options = Array.isArray(first) ? first[0] : first;
  if (typeof options === 'object' && options !== null) {
    return options.path ?? `${options.host ?? 'localhost'}:${options.port}`;
  }
  return Number.isNaN(Number(options)) ? options : `${typeof second === 'string' ? second : 'localhost'}:${options}`;
}

watch(net.Socket.prototype, 'connect', 'connect', addressOf);
for (const name of ['connect', 'send']) {
  watch(dgram.Socket.prototype, name, 'datagram', (args) => args.slice(1).join(' '));
}
for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.getOwnPropertyNames(resolver).filter((each) => /^(lookup|resolve|reverse)/.test(each))) {
    watch(resolver, name, 'name');
  }
}
watch(ChildProcess.prototype, 'spawn', 'program', ([{ args }]) => args.join(' '));
for (const name of ['spawnSync', 'execFileSync', 'execSync']) {
  watch(childProcess, name, 'program', ([command, args]) => [command, ...(Array.isArray(args) ? args : [])].join(' '));
}
syncBuiltinESMExports();
