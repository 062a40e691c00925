import type { Server } from 'node:http';
import { type Clock, offsetOf } from '../clock/clock.port.ts';

/** HTTP dates have whole seconds: below this offset the date of Node's server is right. */
const minOffsetMs = 1000;

/**
 * Sets the `Date` header by the clock of the service. Devices create proofs and expire leases by this date, so it must be the
 * same on every node.
 */
export function correctDateHeader(server: Server, clock: Clock): void {
  server.prependListener('request', (_request, response) => {
    if (Math.abs(offsetOf(clock)) >= minOffsetMs) response.setHeader('date', new Date(clock()).toUTCString());
  });
}
