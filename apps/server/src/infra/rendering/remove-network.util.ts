import dgram from 'node:dgram';
import net from 'node:net';

/** Functions of Node that a rendering process never needs: they load native code, or reach other processes. */
const processFunctions = ['binding', 'dlopen', 'getBuiltinModule', 'kill', '_linkedBinding'] as const;
const networkGlobals = ['fetch', 'WebSocket', 'EventSource', 'navigator'] as const;

function refuse(): never {
  throw new Error('the rendering process has no network');
}

/**
 * Removes the network from this process: sockets of Node refuse to connect, listen and send, and code of the engine finds no
 * function that opens one. Where the process runs in namespaces, the kernel refuses as well. Call it before foreign code runs.
 */
export function removeNetwork(): void {
  const methods = [
    [net.Socket.prototype, ['connect']],
    [net.Server.prototype, ['listen']],
    [dgram.Socket.prototype, ['bind', 'connect', 'send']],
  ] as const;
  for (const [prototype, names] of methods)
    for (const name of names) Object.defineProperty(prototype, name, { value: refuse });
  for (const name of networkGlobals)
    Object.defineProperty(globalThis, name, { value: undefined, configurable: false });
  for (const name of processFunctions)
    Object.defineProperty(process, name, { value: undefined, configurable: false });
}
