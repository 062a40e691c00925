import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountSession, FileBearer, Member } from './access.port.ts';

/** The authenticated caller of a request that may be forwarded. */
export type ForwardedCaller =
  | { readonly session: AccountSession; readonly member: Member }
  | { readonly bearer: FileBearer };

/**
 * Forwards a request to the server of the caller's tenant, if the tenant has its own.
 * @returns true if the request was forwarded and answered; false if this service must answer.
 * @throws ServiceError `work.server_api_not_specified`, `work.request_failed`, `app.server_unreachable`, `app.connection_refused`.
 */
export type Forward = (
  caller: ForwardedCaller,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<boolean>;
