import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountSession, FileBearer, Member } from './access.port.ts';

/** Whose request it is: known before it is passed on. */
export type Forwarded =
  | { readonly session: AccountSession; readonly member: Member }
  | { readonly bearer: FileBearer };

/**
 * Passes a request on to the server of the caller's tenant, where it has one of its own.
 * @returns whether it did, and the answer is given; false where this service answers itself.
 * @throws ServiceError `work.server_api_not_specified`, `work.request_failed`, `app.server_unreachable`, `app.connection_refused`.
 */
export type Forward = (who: Forwarded, request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
