import type { FuzzedService } from './process.ts';

const PASSWORD = 'Demo@2026';

/** Those who may ask, by who they are to the tenant `huachen`. */
export const CALLERS = {
  nobody: null,
  member: 'zhangwei',
  administrator: 'wangqiang',
  foreign: 'liuyang',
  'without tenant': 'zhaomin',
  operator: null,
} as const;

export type CallerName = keyof typeof CALLERS;

/** Tokens of callers, asked for anew where one is no longer taken: what is tried may end sessions. */
export interface People {
  tokenOf(caller: CallerName): Promise<string | null>;
  /** Of a member, for the file service. */
  fileToken(): Promise<string | null>;
  forget(): void;
}

export function peopleOf(service: FuzzedService): People {
  let tokens = new Map<string, Promise<string | null>>();
  const kept = (name: string, ask: () => Promise<string | null>): Promise<string | null> => {
    const token = tokens.get(name) ?? ask();
    tokens.set(name, token);
    return token;
  };
  const tokenOf: People['tokenOf'] = (caller) => {
    const username = CALLERS[caller];
    if (caller === 'operator') return kept(caller, () => service.operator());
    if (username === null) return Promise.resolve(null);
    return kept(caller, () =>
      tokenIn(
        `${service.url}/api/v1/auth/token`,
        { 'content-type': 'application/json' },
        { username, password: PASSWORD },
      ),
    );
  };
  return {
    tokenOf,
    fileToken: () =>
      kept('file', async () => {
        const token = await tokenOf('member');
        return tokenIn(`${service.url}/api/v1/tenants/huachen/file-token`, {
          authorization: `Bearer ${token}`,
        });
      }),
    forget: () => {
      tokens = new Map();
    },
  };
}

/** Null where none is given: an account may have been closed by what was tried. */
async function tokenIn(url: string, headers: Record<string, string>, body?: object): Promise<string | null> {
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) return null;
  const { token } = (await answer.json()) as { token?: unknown };
  return typeof token === 'string' ? token : null;
}
