import type { TestService } from './service.ts';

/** Status and body of a response about a sign-in. Errors have `code` and `params`, a session has `token`. */
export interface SignInResponse {
  status: number;
  code: string;
  token: string;
  params: Record<string, string>;
}

/** Returns `ask`, which makes any call, and `outcome`, which signs in and returns `in` or the error code. */
export function createSignInRequester(service: TestService) {
  const ask = async (call: string, body: object, bearer: string | null = null): Promise<SignInResponse> => {
    const response = await service.ask(bearer, call, body);
    const content = response.body === '' ? {} : response.json();
    return { status: response.statusCode, ...content } as SignInResponse;
  };
  const outcome = async (body: object): Promise<string> => {
    const { status, code } = await ask('POST /api/v1/auth/token', body);
    return status === 200 ? 'in' : code;
  };
  return { ask, outcome };
}
