import type { CallResponse, ResponseBody } from './client.ts';

/** A response that violates the contract. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse';
}

/**
 * @returns the body of a successful or allowed response; undefined if the outcome is unknown or the error code is
 * allowed.
 * @throws UnexpectedResponse
 */
export function requireSuccess(
  response: CallResponse | undefined,
  call: string,
  allowedCodes: readonly string[] = [],
): ResponseBody {
  if (response === undefined) return undefined;
  if (response.status < 300) return response.body ?? {};
  if (allowedCodes.includes(errorCodeOf(response))) return undefined;
  throw new UnexpectedResponse(`${call} has the status ${response.status} ${errorCodeOf(response)}`);
}

export const errorCodeOf = (response: CallResponse | undefined): string => String(response?.body?.code ?? '');
