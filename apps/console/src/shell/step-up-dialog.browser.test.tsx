import type { Api } from '@sealflow/sdk/api.client.ts';
import { httpError } from '@sealflow/sdk/api.errors.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { applyLanguage } from '../i18n/index.ts';
import { zh } from '../i18n/zh.ts';
import { ServicesContext, useApi } from '../platform/api.hook.ts';
import { setSessionState } from '../platform/session/session.store.ts';
import type { SessionActions } from '../platform/session/session.usecases.ts';
import { allowStepUp, requestStepUp, useStepUpStore } from '../platform/step-up/step-up.store.ts';
import { stepUpCall, withStepUp } from '../platform/step-up/step-up.usecases.ts';
import StepUpDialog from './step-up-dialog.component.tsx';

const { common, shell } = zh;
const readCall = 'GET /api/v1/admin/operators';
const changeCall = 'POST /api/v1/admin/setup-links';

let root: Root;
let element: HTMLElement;
/** The calls in their order, and the bodies of the step-up. */
let calls: string[] = [];
let proofs: unknown[] = [];
let factor: { totpAt: number | null; isOperator: boolean; channels: ('sms' | 'email')[] };

beforeAll(() => applyLanguage('zh'));
beforeEach(() => {
  calls = [];
  proofs = [];
  allowStepUp();
  element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
  factor = { totpAt: null, isOperator: false, channels: [] };
  const contacts = { mobileNo: '13812345678', email: null };
  const session = { aid: 'li', token: 'token', expire: Date.now() + 60_000, username: 'li', tenants: [] };
  setSessionState({ phase: 'signedIn', session: { ...session, ...contacts } });
});
afterEach(() => {
  root.unmount();
  element.remove();
});

/** A service that refuses every other call until the right password was presented. */
const service = (async (name: string, options?: { body?: { password?: string; code?: string } }) => {
  calls.push(name);
  const refuse = (code: string) => httpError({ status: 403, body: { code }, areas: ['login'] });
  if (name === 'GET /api/v1/account/second-factor') return { data: { recoveryCodes: 0, ...factor } };
  if (name === stepUpCall) {
    proofs.push(options?.body);
    const { password: typed, code } = options?.body ?? {};
    if (typed !== 'right' && code !== '1234') throw refuse('login.incorrect_username_or_password');
    return undefined;
  }
  if (name === 'POST /api/v1/auth/vcode') return { ticket: 'ticket', wait: 60, validFor: 600 };
  if (proofs.length === 0) throw refuse('login.step_up_required');
  return { data: 'answer' };
}) as Api['call'];

function Calls() {
  const api = useApi();
  const [answers, setAnswers] = useState<readonly string[]>([]);
  const ask = useCallback(
    (call: typeof readCall | typeof changeCall) =>
      void (api.call as (name: string) => Promise<unknown>)(call).then(
        () => setAnswers((before) => [...before, 'done']),
        () => setAnswers((before) => [...before, 'refused']),
      ),
    [api],
  );
  useEffect(() => ask(readCall), [ask]);
  return (
    <>
      <button type="button" onClick={() => ask(readCall)}>
        refetch
      </button>
      <button type="button" onClick={() => ask(changeCall)}>
        change
      </button>
      <output>{answers.join(' ')}</output>
    </>
  );
}

function Page() {
  const isOpen = useStepUpStore((store) => store.end !== null);
  return (
    <>
      <Calls />
      {isOpen ? <StepUpDialog /> : null}
    </>
  );
}

function draw(): void {
  const api = withStepUp({ url: () => '', call: service, open: service } as unknown as Api, requestStepUp);
  root.render(
    <ServicesContext value={{ api, session: {} as SessionActions }}>
      <QueryClientProvider client={new QueryClient()}>
        <Page />
      </QueryClientProvider>
    </ServicesContext>,
  );
}

const dialog = () => page.getByRole('dialog', { name: shell.stepUp.title });
const password = () => page.getByLabelText(shell.stepUp.password, { exact: true });
const confirm = () => page.getByRole('button', { name: common.confirm, exact: true });

it('asks for the password of an account without an authenticator app, and repeats the call', async () => {
  draw();
  await expect.element(dialog()).toBeVisible();
  await expect.element(page.getByText(shell.stepUp.hint)).toBeVisible();
  await password().fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('done')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(proofs).toEqual([{ password: 'right' }]);
  expect(calls.filter((name) => name === readCall)).toHaveLength(2);
});

it('asks for both factors of an account with one, and shows why they are refused', async () => {
  factor.totpAt = 1;
  draw();
  await expect.element(page.getByText(shell.stepUp.bothHint)).toBeVisible();
  await password().fill('wrong');
  await expect.element(confirm()).toBeDisabled();
  await page.getByLabelText(shell.stepUp.totp).fill('123456');
  await confirm().click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await password().fill('right');
  await confirm().click();
  await expect.element(page.getByText('done')).toBeVisible();
  expect(proofs.at(-1)).toEqual({ password: 'right', totp: '123456' });
});

it('accepts a code that is sent to the own contact, in place of the password', async () => {
  factor.channels = ['sms', 'email'];
  draw();
  await page.getByRole('button', { name: new RegExp(zh.signIn.factor) }).click();
  await page.getByRole('option', { name: zh.signIn.factors.phone }).click();
  await expect.element(password()).not.toBeInTheDocument();
  await page.getByRole('button', { name: zh.signIn.sendCode }).click();
  await page.getByLabelText(zh.signIn.code, { exact: true }).fill('1234');
  await confirm().click();
  await expect.element(page.getByText('done')).toBeVisible();
  expect(proofs).toEqual([{ code: '1234', ticket: 'ticket' }]);
});

it('asks an operator without any second factor to enrol one', async () => {
  factor.isOperator = true;
  draw();
  await expect.element(page.getByText(shell.stepUp.operatorHint)).toBeVisible();
  await expect.element(confirm()).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('refused')).toBeVisible();
});

it('stays closed for a refresh after it was cancelled, and opens for a change', async () => {
  draw();
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('refused')).toBeVisible();
  await page.getByRole('button', { name: 'refetch' }).click();
  await expect.element(page.getByText('refused refused')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'change' }).click();
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('refused refused refused')).toBeVisible();
});
