import type { Server } from 'node:http';
import { type Clock, offsetOf } from '../clock/clock.port.ts';

/** A date has whole seconds: nearer than this the server's own is right. */
const second = 1000;

/**
 * Dates answers by the clock of the service: devices make their proofs and end leases by this date, and it is to be the same from
 * every node.
 */
export function dateAnswers(server: Server, clock: Clock): void {
  server.prependListener('request', (_request, response) => {
    if (Math.abs(offsetOf(clock)) >= second) response.setHeader('date', new Date(clock()).toUTCString());
  });
}
