import { hash } from '@node-rs/argon2';
import { beforeEach, describe, expect, it } from 'vitest';
import { newPassword, password } from '../../../../testing/accounts.ts';
import {
  type CodeWithTicket,
  differentCode,
  openTwoFactorTenants,
  useTestGateways,
} from '../../../../testing/gateways.ts';
import { join, newPerson, type TestPerson } from '../../../../testing/people.ts';
import { TestDevice } from '../../../../testing/service.ts';
import { passwordLockout } from '../passwords/password-check.usecases.ts';

const minute = 60_000;
const token = 'POST /api/v1/auth/token';
const vcode = 'POST /api/v1/auth/vcode';
const vemail = 'POST /api/v1/auth/vemail';
const reset = 'POST /api/v1/auth/update-password';
const home = '198.51.100.77';
const wrongPassword = 'Wrong-horse-9';

const gateways = useTestGateways({
  // The limits per address are those of a real deployment.
  open: () => openTwoFactorTenants({ SIGN_IN_LIMIT: '60', CODE_LIMIT: '20' }),
  advancePerTestMs: 24 * 60 * minute,
});
const { service } = gateways;
let person: TestPerson;
let phoneOfOwner: TestDevice;

beforeEach(async () => {
  await service.db.deleteFrom('rate_counters').execute();
  person = await newPerson(service);
  await cheapen(password);
  phoneOfOwner = new TestDevice();
  const response = await from(home, token, {
    username: person.username,
    password,
    device: await phoneOfOwner.register(service.time.now),
  });
  if (response.statusCode !== 200) throw new Error(response.body);
});

/** A fast hash, because the test tries hundreds of passwords and measures no time. */
async function cheapen(word: string): Promise<void> {
  await service.db
    .updateTable('accounts')
    .set({ password_hash: await hash(word, { memoryCost: 8, timeCost: 1, parallelism: 1 }) })
    .where('aid', '=', person.username)
    .execute();
}

function from(address: string, call: string, payload: object, headers: Record<string, string> = {}) {
  const [method, url] = call.split(' ') as ['POST', string];
  return service.app.inject({ method, url, headers, remoteAddress: address, payload });
}
const outcome = async (address: string, body: object, call = token) => {
  const response = await from(address, call, body);
  return response.statusCode < 300 ? 'in' : (response.json().code as string);
};
const shownIn = (response: Awaited<ReturnType<typeof from>>): CodeWithTicket => ({
  code: gateways.sms.messages.findLast(({ code }) => code !== null)?.code ?? '',
  ticket: response.json().ticket,
});
const addresses = Array.from({ length: 10 }, (_, index) => `203.0.113.${index + 1}`);

/** Attacks an account from ten addresses by phone number, e-mail address and user name until all limits are reached. */
async function attack({ mobileNo, email, username }: TestPerson) {
  const counts = { sent: 0, refused: 0, locked: 0 };
  const names = [username, mobileNo, email];
  for (const address of addresses) {
    const device = new TestDevice();
    for (const [index, purpose] of ['login', 'reset', 'login', 'reset'].entries()) {
      const response =
        index % 2 === 0
          ? await from(address, vcode, { mobileNo, purpose })
          : await from(address, vemail, { email, purpose });
      if (response.statusCode !== 200) counts.refused += 1;
      else counts.sent += 1;
      const { ticket = 'none' } = response.json();
      // The attacker uses a ticket of another request, no ticket and an invented one.
      for (const codeWithTicket of [
        { code: '000000', ticket },
        { code: '000001' },
        { code: '000002', ticket: 'x'.repeat(22) },
      ]) {
        await outcome(address, { mobileNo, ...codeWithTicket });
        await outcome(address, { email, ...codeWithTicket });
        await outcome(address, { mobileNo, ...codeWithTicket, newPassword }, reset);
      }
      await from(address, token, {
        username: names[index % names.length],
        password: wrongPassword,
        device: await device.register(service.time.now),
      });
      if ((await outcome(address, { username, password: wrongPassword })) === 'login.account_locked')
        counts.locked += 1;
    }
    service.time.now += minute / 2;
  }
  return counts;
}

describe('an attacker with ten addresses who knows the phone number, e-mail address and user name', () => {
  it('does not prevent a sign-in on a known device', async () => {
    const counts = await attack(person);
    // The attack reached its limits and locked the password for unknown devices.
    expect([counts.sent > 10, counts.refused > 0, counts.locked > 0]).toEqual([true, true, true]);
    expect(await outcome(home, { username: person.username, password })).toBe('login.account_locked');
    for (const name of [person.username, person.mobileNo, person.email]) {
      const device = await phoneOfOwner.register(service.time.now);
      expect(await outcome(home, { username: name, password, device })).toBe('in');
    }
  });

  it('does not prevent a sign-in by code on an unknown device from another address', async () => {
    const before = shownIn(await from(home, vcode, { mobileNo: person.mobileNo, purpose: 'login' }));
    await attack(person);
    // The earlier code is still valid.
    expect(await outcome(home, { mobileNo: person.mobileNo, ...before })).toBe('in');
    const fresh = '192.0.2.9';
    const bySms = shownIn(await from(fresh, vcode, { mobileNo: person.mobileNo, purpose: 'login' }));
    expect(await outcome(fresh, { mobileNo: person.mobileNo, ...bySms })).toBe('in');
    const byMail = gateways.codeByMail(await from(fresh, vemail, { email: person.email, purpose: 'login' }));
    expect(await outcome(fresh, { email: person.email, ...byMail })).toBe('in');
  });

  it('does not prevent a password reset or the second factor', async () => {
    await join(service, person.username, 'always');
    await attack(person);
    const { mobileNo } = person;
    const codeWithTicket = shownIn(await from(home, vcode, { mobileNo, purpose: 'reset' }));
    expect(await outcome(home, { mobileNo, ...codeWithTicket, newPassword }, reset)).toBe('in');
    await cheapen(newPassword);
    await attack(person);
    const device = () => phoneOfOwner.register(service.time.now);
    const half = { username: person.username, password: newPassword, device: await device() };
    const { challenge } = (await from(home, token, half)).json().params;
    await attack(person);
    const byMail = gateways.codeByMail(await from(home, vemail, { challenge }));
    expect(await outcome(home, { challenge, ...byMail, device: await device() })).toBe('in');
  });

  it('shares no limit with the holder of a known device, even from the same address', async () => {
    await attack(person);
    const { mobileNo } = person;
    const [address = ''] = addresses;
    await service.db.deleteFrom('rate_counters').execute();
    service.time.now += 24 * 60 * minute;
    expect((await from(address, vcode, { mobileNo, purpose: 'reset' })).statusCode).toBe(200);
    const refused = await from(address, vcode, { mobileNo, purpose: 'login' });
    expect(refused.json().code).toBe('vcode.wait');
    const proof = await phoneOfOwner.prove({ path: '/api/v1/auth/vcode', now: service.time.now });
    const codeWithTicket = shownIn(
      await from(address, vcode, { mobileNo, purpose: 'login' }, { dpop: proof }),
    );
    expect(await outcome(address, { mobileNo, ...codeWithTicket })).toBe('in');
  });

  it('is not recognized as the owner by a proof of another device', async () => {
    const { mobileNo } = person;
    const asStranger = async (device: TestDevice) => {
      const proof = await device.prove({ path: '/api/v1/auth/vcode', now: service.time.now });
      return (await from(home, vcode, { mobileNo, purpose: 'login' }, { dpop: proof })).json().code ?? 'sent';
    };
    const other = new TestDevice();
    expect([await asStranger(other), await asStranger(new TestDevice())]).toEqual(['sent', 'vcode.wait']);
    expect(await asStranger(phoneOfOwner)).toBe('sent');
  });

  it('can trigger at most thirty codes a day, from however many addresses', async () => {
    const { mobileNo } = person;
    let sent = 0;
    for (let index = 0; index < 60; index += 1) {
      const response = await from(`203.0.${index % 40}.1`, vcode, { mobileNo, purpose: 'login' });
      if (response.statusCode === 200) sent += 1;
      service.time.now += 2 * minute;
    }
    expect(sent).toBe(30);
  });
});

describe('wrong passwords on a known device', () => {
  const onDevice = async (device: TestDevice, word: string) => {
    const registration = await device.register(service.time.now);
    return outcome(home, { username: person.username, password: word, device: registration });
  };
  const lock = async (device: TestDevice) => {
    for (let wrong = 0; wrong < passwordLockout.maxFailures; wrong += 1)
      await onDevice(device, wrongPassword);
  };

  it('lock only this device, for a quarter of an hour', async () => {
    const tablet = new TestDevice();
    expect(await onDevice(tablet, password)).toBe('in');
    await lock(phoneOfOwner);
    expect(await onDevice(phoneOfOwner, password)).toBe('login.account_locked');
    expect(await onDevice(tablet, password)).toBe('in');
    service.time.now += passwordLockout.lockoutMs;
    expect(await onDevice(phoneOfOwner, password)).toBe('in');
  });

  it('are not counted for the device if only its id is claimed', async () => {
    const thief = new TestDevice();
    const registration = await thief.register(service.time.now);
    for (let wrong = 0; wrong < passwordLockout.maxFailures; wrong += 1) {
      const device = { ...(await thief.register(service.time.now)), id: phoneOfOwner.id };
      await outcome(home, { username: person.username, password: wrongPassword, device });
    }
    expect(await outcome(home, { username: person.username, password, device: registration })).toBe(
      'login.account_locked',
    );
  });

  it('count as those of an unknown device once the device is withdrawn', async () => {
    await service.db
      .updateTable('devices')
      .set({ withdrawn_at: new Date(service.time.now) })
      .where('aid', '=', person.username)
      .execute();
    await lock(phoneOfOwner);
    expect(await outcome(home, { username: person.username, password })).toBe('login.account_locked');
  });

  it('are forgotten when an administrator unlocks the account', async () => {
    await lock(phoneOfOwner);
    await service.db
      .updateTable('accounts')
      .set({ failed_sign_ins: 0, locked_until: null })
      .where('aid', '=', person.username)
      .execute();
    expect(await onDevice(phoneOfOwner, password)).toBe('in');
  });
});

describe('code without the right ticket', () => {
  it('is rejected, uses up no guess of the owner and is limited per address', async () => {
    const { mobileNo } = person;
    const codeWithTicket = shownIn(await from(home, vcode, { mobileNo, purpose: 'login' }));
    const [address = ''] = addresses;
    const outcomes = [];
    for (const body of Array.from({ length: 32 }, (_, index) =>
      index % 2 === 0
        ? { code: codeWithTicket.code }
        : { code: codeWithTicket.code, ticket: 'of somebody else' },
    ))
      outcomes.push(await outcome(address, { mobileNo, ...body }));
    expect(new Set(outcomes.slice(0, 30))).toEqual(new Set(['login.verification_code_error']));
    expect(outcomes.slice(30)).toEqual(['app.too_many_requests', 'app.too_many_requests']);
    // The correct ticket is still accepted from the same address.
    expect(await outcome(address, { mobileNo, ...differentCode(codeWithTicket) })).toBe(
      'login.verification_code_error',
    );
    expect(await outcome(address, { mobileNo, ...codeWithTicket })).toBe('in');
  });

  it('signs in if the deployment allows codes without tickets, with ten tries an hour per contact', async () => {
    const lenient = await openTwoFactorTenants({ CODES_WITHOUT_TICKET: 'true' });
    const mobileNo = '13912341234';
    const { accounts } = lenient.service;
    await accounts.db
      .updateTable('accounts')
      .set({ mobile_no: `+86${mobileNo}` })
      .where('aid', '=', 'wang')
      .execute();
    const tryFrom = async (address: string, body: object) => {
      const response = await lenient.service.app.inject({
        method: 'POST',
        url: '/api/v1/auth/token',
        remoteAddress: address,
        payload: { mobileNo, ...body },
      });
      return response.statusCode === 200 ? 'in' : response.json().code;
    };
    const first = await lenient.codeBySms(mobileNo, 'login');
    expect(await tryFrom(home, { code: first.code })).toBe('in');
    lenient.service.time.now += minute;
    const second = await lenient.codeBySms(mobileNo, 'login');
    const { code } = differentCode(second);
    const outcomes = [];
    for (const address of addresses) outcomes.push(await tryFrom(address, { code }));
    expect(outcomes.at(-1)).toBe('app.too_many_requests');
    // Clients that send the ticket are not affected. A code is invalid with another ticket.
    expect(await tryFrom(home, { code: second.code, ticket: 'of somebody else' })).not.toBe('in');
    expect(await tryFrom(home, second)).toBe('in');
    await lenient.close();
  });
});
