import type { Api } from '@sealflow/sdk/api.client.ts';
import { httpError } from '@sealflow/sdk/api.errors.ts';
import { expect, it, vi } from 'vitest';
import { requestStepUp, useStepUpStore } from './step-up.store.ts';
import { withStepUp } from './step-up.usecases.ts';

const call = 'POST /api/v1/admin/setup-links';
const refusal = (code: string, status: number) =>
  httpError({ status, body: { code, message: code }, areas: ['login'] });
const stepUpRequired = () => refusal('login.step_up_required', 403);

function apiThatFails(...failures: readonly unknown[]) {
  const left = [...failures];
  const request = vi.fn<() => Promise<unknown>>(async () => {
    if (left.length > 0) throw left.shift();
    return { data: 'answer' };
  });
  return { request, api: { url: () => '', call: request, open: request } as unknown as Api };
}

it('repeats a call after both factors were presented', async () => {
  const { api, request } = apiThatFails(stepUpRequired());
  expect(await withStepUp(api, async () => true).call(call)).toEqual({ data: 'answer' });
  expect(request).toHaveBeenCalledTimes(2);
});

it('fails with the refusal if the person cancels', async () => {
  const { api, request } = apiThatFails(stepUpRequired());
  await expect(withStepUp(api, async () => false).call(call)).rejects.toMatchObject({
    code: 'login.step_up_required',
  });
  expect(request).toHaveBeenCalledTimes(1);
});

it('asks once for a call, and not at all for other errors or for a token of its own', async () => {
  const stepUp = vi.fn<() => Promise<boolean>>(async () => true);
  const twice = apiThatFails(stepUpRequired(), stepUpRequired());
  await expect(withStepUp(twice.api, stepUp).call(call)).rejects.toMatchObject({ kind: 'http' });
  expect(stepUp).toHaveBeenCalledTimes(1);
  const other = apiThatFails(refusal('app.no_rights', 403));
  await expect(withStepUp(other.api, stepUp).call(call)).rejects.toMatchObject({ code: 'app.no_rights' });
  const own = apiThatFails(stepUpRequired());
  await expect(withStepUp(own.api, stepUp).call(call, { token: 'own' })).rejects.toMatchObject({
    code: 'login.step_up_required',
  });
  expect(stepUp).toHaveBeenCalledTimes(1);
});

it('opens one dialog for calls at the same time', async () => {
  const both = Promise.all([requestStepUp(), requestStepUp()]);
  useStepUpStore.getState().end?.(true);
  expect(await both).toEqual([true, true]);
  expect(useStepUpStore.getState().end).toBeNull();
});
