import type { FuzzedService } from './process.ts';

const PASSWORD = 'Demo@2026';

/** The callers by their relation to the tenant `huachen`. */
export const CALLERS = {
  nobody: null,
  member: 'zhangwei',
  administrator: 'wangqiang',
  foreign: 'liuyang',
  'without tenant': 'zhaomin',
  operator: null,
} as const;

export type CallerName = keyof typeof CALLERS;

/** Tokens of the callers, requested again after a rejection, because inputs may end sessions. */
export interface CallerTokens {
  tokenOf(caller: CallerName): Promise<string | null>;
  /** The file service token of a member. */
  fileToken(): Promise<string | null>;
  reset(): void;
}

export function createCallerTokens(service: FuzzedService): CallerTokens {
  let tokens = new Map<string, Promise<string | null>>();
  const cached = (name: string, request: () => Promise<string | null>): Promise<string | null> => {
    const token = tokens.get(name) ?? request();
    tokens.set(name, token);
    return token;
  };
  const tokenOf: CallerTokens['tokenOf'] = (caller) => {
    const username = CALLERS[caller];
    if (caller === 'operator') return cached(caller, () => service.operator());
    if (username === null) return Promise.resolve(null);
    return cached(caller, () =>
      requestToken(
        `${service.url}/api/v1/auth/token`,
        { 'content-type': 'application/json' },
        { username, password: PASSWORD },
      ),
    );
  };
  return {
    tokenOf,
    fileToken: () =>
      cached('file', async () => {
        const token = await tokenOf('member');
        return requestToken(`${service.url}/api/v1/tenants/huachen/file-token`, {
          authorization: `Bearer ${token}`,
        });
      }),
    reset: () => {
      tokens = new Map();
    },
  };
}

/** Null if the sign-in fails, because an input may have closed the account. */
async function requestToken(
  url: string,
  headers: Record<string, string>,
  body?: object,
): Promise<string | null> {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) return null;
  const { token } = (await response.json()) as { token?: unknown };
  return typeof token === 'string' ? token : null;
}
