import type { CurrentUser, SignInAnswer } from '@sealflow/contract';

/** The answers of the service by the name of the call. Other calls get a 404 in the contract's error format. */
export type Answers = Record<string, (request: Request) => Response | Promise<Response>>;

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

export const refusal = (code: string, status = 401, message = code): Response =>
  json({ code, message, params: {} }, status);

export const nothing = (): Response => new Response(null, { status: 204 });

/** A `fetch` with the given answers, which records the names of the calls. */
export function createFakeFetch(answers: Answers) {
  const requests: string[] = [];
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const name = `${request.method} ${pathname}`;
    requests.push(name);
    const answer = answers[name];
    return answer === undefined ? refusal('app.call_not_found', 404) : answer(request);
  };
  return { send, requests };
}

export const offline: Answers[string] = () => {
  throw new TypeError('Failed to fetch');
};

const tenant = (id: string, name: string, serviceVersion: string) => ({
  id,
  name,
  logo: null,
  serviceAPI: null,
  serviceVersion,
  mobileAppLicense: { entKey: { key: `key-${id}` } },
  user: { fid: `fid-${id}` },
});

export const twoTenants = [
  tenant('t1', 'First', 'eds-pro_16.2'),
  tenant('t2', 'Second', 'eds-pro_15.4'),
] as const;

export const signedIn = (tenants: SignInAnswer['tenants'], expire: number): SignInAnswer => ({
  aid: 'a1',
  token: 'token-1',
  expire,
  mobileNo: '+8613812345678',
  email: null,
  tenants,
});

export const userWith = (...roleIDs: string[]): CurrentUser => ({
  fid: 'fid-t1',
  name: 'Li Ming',
  rights: ['app_login'],
  deny: [],
  roles: roleIDs.map((roleID) => ({ roleID, name: roleID })),
  exactPages: 'ask',
  renditions: false,
  fullTextSearch: true,
});
