import type { Api } from '@sealflow/sdk/api.client.ts';
import { ApiError } from '@sealflow/sdk/api.errors.ts';
import type { StepUpRequest } from './step-up.store.ts';

/** Whether the service refused a call until the person presents the factors again. */
export const isStepUpRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'login.step_up_required';

/**
 * A client that asks for the factors when a call requires them, and then repeats the call once. A call with a token of
 * its own is not repeated: the session of the person did not make it.
 * @param stepUp - resolves with whether the factors were presented.
 */
export function withStepUp(api: Api, stepUp: (request: StepUpRequest) => Promise<boolean>): Api {
  async function repeatAfterStepUp<T>(
    name: string,
    options: { readonly token?: string | null } | undefined,
    request: () => Promise<T>,
  ): Promise<T> {
    const sentAt = performance.now();
    try {
      return await request();
    } catch (error) {
      if (!isStepUpRequired(error) || options?.token !== undefined) throw error;
      // The refusal of the step-up itself belongs to its dialog.
      if (name === stepUpCall || !(await stepUp({ sentAt, isRead: name.startsWith('GET ') }))) throw error;
      return request();
    }
  }
  return {
    url: (name, params) => api.url(name, params),
    call: (name, ...rest) => repeatAfterStepUp(name, rest[0], () => api.call(name, ...rest)),
    open: (name, options) => repeatAfterStepUp(name, options, () => api.open(name, options)),
  };
}

export const stepUpCall = 'POST /api/v1/account/actions/step-up';
