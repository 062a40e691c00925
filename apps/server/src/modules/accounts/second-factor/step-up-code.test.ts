import { expect, it } from 'vitest';
import { password } from '../../../../testing/accounts.ts';
import { differentCode, email, phone, useTestGateways } from '../../../../testing/gateways.ts';
import { createOperatorCredential } from '../administration/operators.usecases.ts';
import { stepUpLifetimeMs } from './step-up.usecases.ts';

const gateways = useTestGateways({ advancePerTestMs: 3_600_000 });
const { service } = gateways;

const ask = async (token: string, call: string, body?: object) => {
  const response = await service.ask(token, call, body);
  return { status: response.statusCode, code: response.body === '' ? null : response.json().code };
};
const stepUp = 'POST /api/v1/account/actions/step-up';
const rotate = 'POST /api/v1/tenants/t-two/licence-key/actions/rotate';
const required = { status: 403, code: 'login.step_up_required' };

async function oldSession(): Promise<string> {
  const { token } = await service.signIn('li', password);
  service.time.now += stepUpLifetimeMs;
  return token;
}

it('a code that was sent to the own contact steps up in place of the password, once', async () => {
  const [token, other] = [await oldSession(), await oldSession()];
  service.time.now += stepUpLifetimeMs;
  const codeWithTicket = await gateways.codeBySms(phone, 'update', token);
  expect((await ask(token, stepUp, differentCode(codeWithTicket))).code).toBe(
    'login.verification_code_error',
  );
  expect(await ask(token, rotate)).toMatchObject(required);
  expect((await ask(token, stepUp, codeWithTicket)).status).toBe(204);
  expect((await ask(token, rotate)).status).toBe(200);
  expect(await ask(other, rotate)).toMatchObject(required);
  expect((await ask(other, stepUp, codeWithTicket)).code).toBe('login.verification_code_error');
});

it('a code that was sent to the number of somebody else is rejected', async () => {
  const token = await oldSession();
  const codeWithTicket = await gateways.codeBySms('13900000077', 'update', token);
  expect((await ask(token, stepUp, codeWithTicket)).code).toBe('login.verification_code_error');
  expect(await ask(token, rotate)).toMatchObject(required);
});

it('an operator without an authenticator app presents the password and a code', async () => {
  const operator = await createOperatorCredential(service.db);
  const granted = { account: 'li', name: '运维' };
  expect((await ask(operator, 'POST /api/v1/admin/operator-accounts', granted)).status).toBe(200);
  const first = await service.ask(null, 'POST /api/v1/auth/token', { username: 'li', password });
  const { challenge } = first.json().params;
  const signedIn = await service.ask(null, 'POST /api/v1/auth/token', {
    challenge,
    ...(await gateways.codeFor(challenge)),
  });
  const { token } = signedIn.json();
  service.time.now += stepUpLifetimeMs;
  const requested = await service.ask(token, 'POST /api/v1/auth/vemail', { email, purpose: 'update' });
  const codeWithTicket = gateways.codeByMail(requested);
  const link = 'POST /api/v1/admin/setup-links';
  expect(await ask(token, link)).toMatchObject(required);
  expect(await ask(token, stepUp, codeWithTicket)).toMatchObject(required);
  const wrong = { password: 'Wrong-horse-9', ...codeWithTicket };
  expect((await ask(token, stepUp, wrong)).code).toBe('login.incorrect_username_or_password');
  expect((await ask(token, stepUp, { password, ...codeWithTicket })).status).toBe(204);
  expect((await ask(token, link)).status).toBe(200);
});
