import {
  type ErrorCode,
  type ErrorParams,
  type ErrorPrefix,
  isErrorCode,
  matchError,
} from '@sealflow/domain/errors';

type ApiErrorInit = {
  readonly kind: 'network' | 'timeout' | 'http';
  readonly code: ErrorCode;
  /** The server's wording, for matching by existing rules; never shown as it is. */
  readonly message: string;
  readonly params?: ErrorParams;
  /** HTTP status; 0 where no answer came. */
  readonly status?: number;
};

/** The one error a call rejects with (beside the AbortError of its own signal). */
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

/** The failure of a call that nobody answered. */
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

const byStatus = (status: number): ErrorCode | null => {
  if (status === 502 || status === 503 || status === 504) return 'app.bad_gateway';
  return status === 404 ? 'app.page_not_found' : null;
};

/** What a router answers of a path that it does not have, as a gateway does: it says nothing about an account. */
const isAboutPath = (wording: string): boolean => /\/api\/|\bno route\b|\broute not found\b/iu.test(wording);

type LooseBody = { readonly code?: unknown; readonly message?: unknown; readonly params?: unknown };

/**
 * Reads an answer that says no: our own code where there is one, the wording matched by the rules of section 8 where an
 * older server sends none, the status where something between us and the service answered.
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
  const { code, message, params } = (typeof body === 'object' && body !== null ? body : {}) as LooseBody;
  const wording = typeof message === 'string' ? message : '';
  const given = { kind: 'http', message: wording, status } as const;
  if (typeof code === 'string' && isErrorCode(code)) {
    return new ApiError({ ...given, code, params: (params ?? {}) as ErrorParams });
  }
  if (status === 404 && isAboutPath(wording)) return new ApiError({ ...given, code: 'app.page_not_found' });
  // An answer 401 can concern the sign-in, whatever the call is.
  const known = matchError(status === 401 ? [...areas, 'login'] : areas, wording);
  if (known.code !== 'app.unknown_error') return new ApiError({ ...given, ...known });
  return new ApiError({ ...given, code: byStatus(status) ?? 'app.unknown_error' });
}

/** Codes that end the session whichever call answers them: nothing else will succeed until a new sign-in. */
const sessionEnding: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'login.signature_is_invalid',
  'login.token_expired',
  'login.user_password_changed',
  'login.account_not_found',
  'login.device_withdrawn',
]);

export const endsSession = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === 'http' && sessionEnding.has(error.code);
