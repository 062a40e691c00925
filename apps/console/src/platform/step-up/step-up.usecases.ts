import type { Api } from '@sealflow/sdk/api.client.ts';
import { ApiError } from '@sealflow/sdk/api.errors.ts';

/**
 * A client that asks for both factors when a call requires them, and then repeats the call once. A call with a token of
 * its own is not repeated: the session of the person did not make it.
 * @param stepUp - resolves with whether both factors were presented.
 */
export function withStepUp(api: Api, stepUp: () => Promise<boolean>): Api {
  async function repeatAfterStepUp<T>(
    options: { readonly token?: string | null } | undefined,
    request: () => Promise<T>,
  ): Promise<T> {
    try {
      return await request();
    } catch (error) {
      const isRequired = error instanceof ApiError && error.code === 'login.step_up_required';
      if (!isRequired || options?.token !== undefined || !(await stepUp())) throw error;
      return request();
    }
  }
  return {
    url: (name, params) => api.url(name, params),
    call: (name, ...rest) => repeatAfterStepUp(rest[0], () => api.call(name, ...rest)),
    open: (name, options) => repeatAfterStepUp(options, () => api.open(name, options)),
  };
}
