import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serviceModules } from '../src/app/areas/index.ts';
import { createService, type Service } from '../src/app/service.compose.ts';
import { connect, type DatabaseConnection } from '../src/infra/database/index.ts';
import { incrementCounter, readCounter } from '../src/infra/http/rate-limit.middleware.ts';
import { passwordLockout } from '../src/modules/accounts/passwords/password-check.usecases.ts';
import { password } from '../testing/accounts.ts';
import { openTestGateways, type TestGateways } from '../testing/gateways.ts';
import { actsOf, newPerson } from '../testing/people.ts';

const limits = { SIGN_IN_LIMIT: '5', CODE_LIMIT: '4', KEY_ACCESS_LIMIT: '3' };
const proxy = '10.1.2.3';

let gateways: TestGateways;
let far: Service;
let farDatabase: DatabaseConnection;
let nodes: readonly Service[];

// Two nodes on one database, behind one proxy.
beforeAll(async () => {
  gateways = await openTestGateways({ ...limits, TRUST_PROXY: '10.0.0.0/8' });
  const { config, database, masterKey, objects, log, clock } = gateways.service;
  farDatabase = connect({ url: database.url });
  far = await createService({ config, database: farDatabase, masterKey, objects, log, version: '0', clock });
  await far.app.ready();
  nodes = [gateways.service, far];
  // All requests of a test fall into one window, however slow the machine is.
  await sql`
    create function lengthen() returns trigger language plpgsql as
      $$ begin new.ends_at := now() + interval '1 day'; return new; end $$
  `.execute(gateways.service.db);
  await sql`create trigger lengthen before insert on rate_counters for each row when (new.ends_at > now())
    execute function lengthen()`.execute(gateways.service.db);
});
beforeEach(() => sql`delete from rate_counters`.execute(gateways.service.db));
afterAll(async () => {
  await far.close();
  await farDatabase.close();
  await gateways.close();
});

interface From {
  /** Address of the connection; that of the proxy by default. */
  readonly remote?: string;
  readonly headers?: Record<string, string>;
}

let turn = 0;

/** Sends requests to the nodes in turn. */
function ask(
  call: string,
  body: object,
  { remote = proxy, headers = {} }: From,
): Promise<LightMyRequestResponse> {
  turn += 1;
  const [method, url] = call.split(' ') as ['POST', string];
  const node = nodes[turn % nodes.length] ?? gateways.service;
  return node.app.inject({ method, url, headers, remoteAddress: remote, payload: body });
}

const behind = (address: string): From => ({ headers: { 'x-forwarded-for': address } });
const guess = (from: From) =>
  ask('POST /api/v1/auth/token', { mobileNo: '13900000000', code: '000000' }, from);
const letThrough = (responses: readonly LightMyRequestResponse[]) =>
  responses.filter(({ statusCode }) => statusCode !== 429).length;

/** Number of admitted requests among concurrent ones from these addresses in turn. */
async function race(times: number, places: readonly From[]): Promise<number> {
  const asks = Array.from({ length: times }, (_, index) => guess(places[index % places.length] ?? {}));
  return letThrough(await Promise.all(asks));
}

describe('password and code attempts', () => {
  test('from many addresses at once on both nodes are counted exactly per address', async () => {
    const addresses = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0 ? `198.51.100.${index}` : `2001:db8:${index}::1`,
    );
    const counts = await Promise.all(addresses.map((address) => race(9, [behind(address)])));
    expect(counts).toEqual(addresses.map(() => 5));
  });

  test.each<[string, readonly From[]]>([
    [
      'an address in other notations',
      ['198.51.100.8', '::ffff:198.51.100.8', '::ffff:c633:6408', '0:0:0:0:0:FFFF:198.51.100.8'].map(behind),
    ],
    [
      'addresses of one /64 network, which one customer has',
      ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:DB8:1:2:0:0:0:1', '2001:db8:1:2:a:b:c:d'].map(behind),
    ],
    [
      'values that a client writes before the address that the proxy appends',
      ['1.1.1.1', '10.9.9.9', 'unknown', '::1', 'x', '', ',', '1.2.3.4, 5.6.7.8', '9.9.9.9,'.repeat(300)].map(
        (lie) => behind(`${lie}, 198.51.100.9`),
      ),
    ],
    [
      'headers other than the one that trusted proxies write',
      ['x-real-ip', 'x-client-ip', 'cf-connecting-ip', 'true-client-ip', 'forwarded', 'x-forwarded-host'].map(
        (name, index): From => ({
          headers: {
            'x-forwarded-for': '198.51.100.10',
            [name]: name === 'forwarded' ? `for=7.7.7.${index}` : `7.7.7.${index}`,
          },
        }),
      ),
    ],
    [
      'an untrusted sender with a forwarding header',
      Array.from(
        { length: 12 },
        (_, index): From => ({ remote: '203.0.113.9', ...behind(`7.7.8.${index}`) }),
      ),
    ],
    [
      'the same by IPv6',
      Array.from(
        { length: 12 },
        (_, index): From => ({
          remote: `2001:db8:9:9::${index + 1}`,
          ...behind(`7.7.9.${index}`),
        }),
      ),
    ],
  ])('by %s count for one address', async (_, places) => {
    expect(await race(24, places)).toBe(5);
    expect(await race(3, [behind('192.0.2.77')])).toBe(3);
  });

  test('follow any forwarded header if every address is a trusted proxy, as a control of these tests', async () => {
    const trusting = await openTestGateways({ ...limits, TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1' });
    const asks = Array.from({ length: 12 }, (_, index) => {
      const headers = { 'x-forwarded-for': `7.7.8.${index}` };
      const payload = { mobileNo: '13900000000', code: '000000' };
      const url = '/api/v1/auth/token';
      return trusting.service.app.inject({
        method: 'POST',
        url,
        headers,
        payload,
        remoteAddress: '203.0.113.9',
      });
    });
    const through = letThrough(await Promise.all(asks));
    await trusting.close();
    expect(through).toBe(12);
  });

  test('are counted from zero after the minute ends, and not before', async () => {
    const place = [behind('198.51.100.11')];
    expect(await race(7, place)).toBe(5);
    expect(await race(3, place)).toBe(0);
    await sql`update rate_counters set ends_at = now() - interval '1 millisecond'`.execute(
      gateways.service.db,
    );
    expect(await race(7, place)).toBe(5);
  });
});

describe('password', () => {
  const signIn = (username: string, word: string, address: string) =>
    ask('POST /api/v1/auth/token', { username, password: word }, behind(address));
  const codeOf = (response: LightMyRequestResponse) => response.json<{ code?: string }>().code ?? 'in';

  test('is locked by ten wrong guesses from as many addresses, for one account, not for codes, and only briefly', async () => {
    const person = await newPerson(gateways.service);
    const neighbour = await newPerson(gateways.service);
    const wrongs = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        signIn(person.username, 'Wrong-horse-9', `203.0.113.${index}`),
      ),
    );
    expect(new Set(wrongs.map(codeOf))).toEqual(new Set(['login.incorrect_username_or_password']));
    const acts = await actsOf(gateways.service, person.username);
    expect(acts.filter((act) => act === 'account.locked')).toHaveLength(1);

    // The lock now also rejects the correct code, from every address. Other accounts are not affected.
    expect(codeOf(await signIn(person.username, password, '198.51.100.20'))).toBe('login.account_locked');
    expect(codeOf(await signIn(person.username, 'Wrong-horse-9', '203.0.113.99'))).toBe(
      'login.account_locked',
    );
    expect(codeOf(await signIn(neighbour.username, password, '198.51.100.21'))).toBe('in');

    const sent = await gateways.codeBySms(person.mobileNo, 'login');
    const byCode = { mobileNo: person.mobileNo, ...sent };
    expect(codeOf(await ask('POST /api/v1/auth/token', byCode, behind('198.51.100.20')))).toBe('in');

    gateways.service.time.now += passwordLockout.lockoutMs + 1000;
    expect(codeOf(await signIn(person.username, password, '198.51.100.22'))).toBe('in');
  });

  test('guessed ten times wrongly and once rightly at the same instant is counted as if in sequence', async () => {
    const person = await newPerson(gateways.service);
    const words = [...Array.from({ length: 12 }, () => 'Wrong-horse-9'), password, password];
    const responses = await Promise.all(
      words.map((word, index) => signIn(person.username, word, `203.0.113.${100 + index}`)),
    );
    const acts = await actsOf(gateways.service, person.username);
    const locked = acts.indexOf('account.locked');
    const ins = acts.flatMap((act, index) => (act === 'account.signed_in' ? [index] : []));
    expect(responses.filter((response) => codeOf(response) === 'in')).toHaveLength(ins.length);
    // All successes preceded the lock, or there was none. A correct code resets the count.
    expect(ins.every((index) => locked === -1 || index < locked)).toBe(true);
  });

  test('does not sign in if wrong guesses lock the account after the password was verified', async () => {
    const person = await newPerson(gateways.service);
    const { db } = gateways.service;
    await signIn(person.username, 'Wrong-horse-9', '203.0.113.1');
    // The reset of the count precedes the sign-in. Here the lock follows it at once.
    await sql`
      create function lock_account() returns trigger language plpgsql as
        $$ begin new.locked_until := now() + interval '10 days'; return new; end $$
    `.execute(db);
    await sql`create trigger lock_account before update on accounts for each row
      when (old.failed_sign_ins = 1 and new.failed_sign_ins = 0) execute function lock_account()`.execute(db);
    const response = await signIn(person.username, password, '203.0.113.2');
    await sql`drop trigger lock_account on accounts`.execute(db);
    expect(codeOf(response)).toBe('login.incorrect_username_or_password');
    expect(await actsOf(gateways.service, person.username)).not.toContain('account.signed_in');
  });
});

describe('code requests', () => {
  test('for one number are limited to one per address and twenty a day, however many addresses there are', async () => {
    const person = await newPerson(gateways.service);
    let address = 0;
    const round = async () => {
      const asks = Array.from({ length: 12 }, () => {
        address += 1;
        const body = { mobileNo: person.mobileNo, purpose: 'login' };
        return ask('POST /api/v1/auth/vcode', body, behind(`198.18.${address % 250}.${address}`));
      });
      return (await Promise.all(asks)).filter(({ statusCode }) => statusCode === 200).length;
    };
    const sent = [];
    for (let minute = 0; minute < 3; minute += 1) {
      sent.push(await round());
      gateways.service.time.now += 61_000;
    }
    expect(sent).toEqual([12, 8, 0]);
    // Addresses that have requested a code get ten more in total, at most one each per minute.
    address = 0;
    expect([await round(), await round()]).toEqual([10, 0]);
  });

  test('for many numbers are counted for the requesting address', async () => {
    const asks = Array.from({ length: 9 }, (_, index) =>
      ask(
        'POST /api/v1/auth/vcode',
        { mobileNo: `139000001${index}0`, purpose: 'login' },
        behind('198.51.100.30'),
      ),
    );
    expect(letThrough(await Promise.all(asks))).toBe(4);
  });
});

test('key requests are limited per address, across all tenants and all endpoints', async () => {
  const ways = ['kas.AccessService/Rewrap', 'kas/v2/rewrap'];
  const tenants = ['t-one', 't-two', 'none'];
  const from = async (address: string) => {
    const asks = Array.from({ length: 12 }, (_, index) => {
      const call = `POST /otdf/${tenants[index % 3]}/${ways[index % 2]}`;
      return ask(call, { signedRequestToken: 'x' }, behind(address));
    });
    return letThrough(await Promise.all(asks));
  };
  expect(await Promise.all(['198.51.100.40', '198.51.100.41', '2001:db8:40::1'].map(from))).toEqual([
    3, 3, 3,
  ]);
});

test('counters of a hundred thousand addresses are database rows that are deleted after their minute', async () => {
  const { db, time } = gateways.service;
  await sql`
    insert into rate_counters (key, count, ends_at)
    select 'past' || n, 1, now() - interval '1 second' from generate_series(1, 100000) n
  `.execute(db);
  expect(await race(7, [behind('198.51.100.50')])).toBe(5);
  await incrementCounter(db, 'still counted', 60_000);
  await Promise.all(serviceModules.map(async (area) => area.deleteExpired?.(gateways.service, time.now)));
  const { rows } = await sql<{ key: string }>`select key from rate_counters`.execute(db);
  expect(rows.filter(({ key }) => key.startsWith('past'))).toEqual([]);
  expect(rows.map(({ key }) => key)).toEqual(expect.arrayContaining(['still counted']));
  expect(await readCounter(db, 'still counted')).toBe(1);
});
