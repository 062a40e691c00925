import {
  type ErrorCode,
  type ErrorParams,
  type ErrorPrefix,
  isErrorCode,
  matchError,
} from '@sealflow/domain/errors/registry';

type ApiErrorInit = {
  readonly kind: 'network' | 'timeout' | 'http';
  readonly code: ErrorCode;
  /** The server's message, for the matching rules; never shown. */
  readonly message: string;
  readonly params?: ErrorParams;
  /** HTTP status; 0 without a response. */
  readonly status?: number;
};

/** The only error a call rejects with (besides the AbortError of its own signal). */
export class ApiError extends Error {
  readonly kind: ApiErrorInit['kind'];
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly status: number;

  constructor({ kind, code, message, params = {}, status = 0 }: ApiErrorInit) {
    super(message);
    this.name = 'ApiError';
    this.kind = kind;
    this.code = code;
    this.params = params;
    this.status = status;
  }
}

/** The error of a call without a response. */
export const networkError = (online: boolean) =>
  new ApiError({
    kind: 'network',
    code: online ? 'app.network_error' : 'app.offline',
    message: 'network error',
  });

export const timeoutError = (timeoutMs: number) =>
  new ApiError({
    kind: 'timeout',
    code: 'app.timeout',
    message: 'timeout',
    params: { seconds: Math.round(timeoutMs / 1000) },
  });

const codeByStatus = (status: number): ErrorCode | null => {
  if (status === 502 || status === 503 || status === 504) return 'app.bad_gateway';
  return status === 404 ? 'app.page_not_found' : null;
};

/** Whether the message is a router's or gateway's for an unknown path: it says nothing about an account. */
const isRouterMessage = (wording: string): boolean =>
  /\/api\/|\bno route\b|\broute not found\b/iu.test(wording);

type UnknownBody = { readonly code?: unknown; readonly message?: unknown; readonly params?: unknown };

/**
 * Converts an error response: our own code if there is one, otherwise the message matched by the rules of section 8
 * (older servers send no code), otherwise the status (a proxy in between answered).
 */
export function httpError({
  status,
  body,
  areas,
}: {
  status: number;
  body: unknown;
  areas: readonly ErrorPrefix[];
}): ApiError {
  const { code, message, params } = (typeof body === 'object' && body !== null ? body : {}) as UnknownBody;
  const wording = typeof message === 'string' ? message : '';
  const base = { kind: 'http', message: wording, status } as const;
  if (typeof code === 'string' && isErrorCode(code)) {
    return new ApiError({ ...base, code, params: (params ?? {}) as ErrorParams });
  }
  if (status === 404 && isRouterMessage(wording))
    return new ApiError({ ...base, code: 'app.page_not_found' });
  // A 401 response can concern the sign-in, whichever call it answers.
  const matched = matchError(status === 401 ? [...areas, 'login'] : areas, wording);
  if (matched.code !== 'app.unknown_error') return new ApiError({ ...base, ...matched });
  return new ApiError({ ...base, code: codeByStatus(status) ?? 'app.unknown_error' });
}

/** Codes that end the session whichever call returns them: no call succeeds until a new sign-in. */
const sessionEnding: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'login.signature_is_invalid',
  'login.token_expired',
  'login.user_password_changed',
  'login.account_not_found',
  'login.device_withdrawn',
]);

export const endsSession = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === 'http' && sessionEnding.has(error.code);
