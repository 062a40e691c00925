import type { Api } from '@sealflow/sdk/api.client.ts';
import { httpError } from '@sealflow/sdk/api.errors.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { allowStepUp, requestStepUp, useStepUpStore } from './step-up.store.ts';
import { stepUpCall, withStepUp } from './step-up.usecases.ts';

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

afterEach(allowStepUp);

it('repeats a call after the factors were presented', async () => {
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

it('asks once for a call, and not at all for other errors, for a token of its own or for the step-up', async () => {
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
  const itself = apiThatFails(stepUpRequired());
  const proof = { body: { password: 'Maple-7-river-Stone' } };
  await expect(withStepUp(itself.api, stepUp).call(stepUpCall, proof)).rejects.toMatchObject({
    code: 'login.step_up_required',
  });
  expect(stepUp).toHaveBeenCalledTimes(1);
});

const write = () => ({ sentAt: performance.now(), isRead: false });
const read = () => ({ sentAt: performance.now(), isRead: true });
const isOpen = () => useStepUpStore.getState().end !== null;
const end = (isDone: boolean) => useStepUpStore.getState().end?.(isDone);

it('opens one dialog for calls at the same time', async () => {
  const both = Promise.all([requestStepUp(write()), requestStepUp(read())]);
  end(true);
  expect(await both).toEqual([true, true]);
  expect(isOpen()).toBe(false);
});

it('does not open again for a call that was sent before the factors were presented', async () => {
  const late = write();
  const first = requestStepUp(write());
  end(true);
  expect(await first).toBe(true);
  expect(await requestStepUp(late)).toBe(true);
  expect(isOpen()).toBe(false);
});

it('does not open again for a refresh after it was cancelled, until the person asks for something', async () => {
  const cancelled = requestStepUp(read());
  end(false);
  expect(await cancelled).toBe(false);
  expect(await requestStepUp(read())).toBe(false);
  expect(isOpen()).toBe(false);
  const change = requestStepUp(write());
  expect(isOpen()).toBe(true);
  end(false);
  expect(await change).toBe(false);
  allowStepUp();
  const asked = requestStepUp(read());
  expect(isOpen()).toBe(true);
  end(true);
  expect(await asked).toBe(true);
});
