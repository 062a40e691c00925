import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, password } from '../../../testing/accounts.ts';
import { openTestService, type TestService } from '../../../testing/service.ts';
import { createOperatorCredential } from '../accounts/administration/operators.usecases.ts';
import { createSpeechTokenProvider } from './speech.usecases.ts';

let service: TestService;
let token = '';
let operator = '';
beforeAll(async () => {
  service = await openAccounts();
  ({ token } = await service.signIn('guest', password));
  operator = await createOperatorCredential(service.db);
});
afterAll(() => service.close());

const get = async (path: string, who = token) => service.ask(who, `GET /api/v1/${path}`);

it.each(['production', 'test'])(
  'the environment is the configured one for every caller: %s',
  async (environment) => {
    const one = await openTestService({ DEPLOYMENT_ENVIRONMENT: environment });
    const response = await one.ask(null, 'GET /api/v1/environment');
    expect([response.statusCode, response.json()]).toEqual([200, { environment }]);
    await one.close();
  },
);

describe('app settings', () => {
  const name = 'app-cs-create-pump-order-limit-time';
  const set = (value: string | null, path = name) =>
    service.ask(operator, `PUT /api/v1/admin/config-params/${path}`, { value });

  it.each([
    ['app-cs-create-non-pump-order-limit-time', '0'],
    ['app-cs-create-pump-order-limit-time', '0'],
    ['app-driver-show-waybill-state', ''],
  ])('have a default: %s', async (param, value) => {
    expect((await get(`config-params/${param}`)).json()).toEqual({ data: { name: param, value } });
  });

  it('are set by the operator and reset to their default', async () => {
    expect((await set('30')).json()).toEqual({ data: { name, value: '30' } });
    expect((await get(`config-params/${name}`)).json().data.value).toBe('30');
    const { total, data } = (await get('admin/config-params', operator)).json();
    expect([total, data.find((one: { name: string }) => one.name === name)]).toEqual([
      3,
      { name, value: '30', isDefault: false, updateAt: service.time.now },
    ]);
    await set(null);
    expect((await get(`config-params/${name}`)).json().data.value).toBe('0');
    const acts = await service.db
      .selectFrom('audit_records')
      .select(['subject', 'tid'])
      .where('act', '=', 'config.param_set')
      .execute();
    expect(acts).toEqual([
      { subject: name, tid: null },
      { subject: name, tid: null },
    ]);
  });

  it('with other names do not exist', async () => {
    expect((await get('config-params/app-key')).json().code).toBe('config.not_found');
    expect((await get('config-params/toString')).json().code).toBe('config.not_found');
    expect((await set('1', 'app-key')).json().code).toBe('config.not_found');
  });

  it('cannot be set by others', async () => {
    const response = await service.ask(token, `PUT /api/v1/admin/config-params/${name}`, { value: '1' });
    expect(response.statusCode).toBe(403);
  });
});

describe('positions', () => {
  const convert = async (locations: string, more = '') =>
    get(`location/convert?locations=${encodeURIComponent(locations)}${more}`);

  it('are converted in order', async () => {
    const beijing = '116.397428,39.90923';
    const shanghai = '121.473701,31.230416';
    const body = (await convert(`${beijing}|${shanghai}|${beijing}`)).json();
    const [first, second, third] = body.data.locations.split('|');
    expect(body.status).toBe(1);
    expect(first).toBe(third);
    const offsets = [
      [first, beijing],
      [second, shanghai],
    ].map(([one, other]) => {
      const [lng = 0, lat = 0] = one.split(',').map(Number);
      const [lngBefore = 0, latBefore = 0] = String(other).split(',').map(Number);
      return [lng - lngBefore, lat - latBefore].map((offset) => Number(offset.toFixed(3)));
    });
    // Published reference: on such maps Tian'anmen is 0.0062 degrees east and 0.0014 degrees north of its GPS position.
    expect(offsets).toEqual([
      [0.006, 0.001],
      [0.005, -0.002],
    ]);
  });

  it('outside China stay the same', async () => {
    expect((await convert('-0.1276,51.5072')).json().data.locations).toBe('-0.1276,51.5072');
    expect((await convert('116.397428,39.90923', '&from=autonavi')).json().data.locations).toBe(
      '116.397428,39.90923',
    );
  });

  it('are limited to one hundred', async () => {
    const many = (count: number) => Array.from({ length: count }, () => '116.397428,39.90923').join('|');
    expect((await convert(many(100))).json().data.locations.split('|')).toHaveLength(100);
    expect((await convert(many(101))).json().code).toBe('location.invalid');
  });

  it.each(['', '116', '116,', 'a,b', '181,0', '0,91', '1,2,3', '1,2|', '1e2,3', 'Infinity,0', '0x10,1'])(
    'that are invalid are rejected: "%s"',
    async (locations) => {
      const response = await convert(locations);
      expect([response.statusCode, response.json().code]).toEqual([400, 'location.invalid']);
    },
  );

  it('must come from a known coordinate system', async () => {
    expect((await convert('1,2', '&from=mars')).json().code).toBe('app.invalid_request');
    expect((await get('location/convert')).json().code).toBe('app.invalid_request');
  });
});

describe('speech token', () => {
  it('is null if no service is configured', async () => {
    expect((await get('speech/token')).json()).toEqual({ url: null, token: null, expire: null });
  });

  it('comes from the service and is reused until it nears its expiry', async () => {
    const tokenRequests: string[] = [];
    let status = 200;
    const respond = async (request: IncomingMessage, response: ServerResponse) => {
      tokenRequests.push(`${request.method} ${request.headers['content-type']} ${await text(request)}`);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ access_token: `token-${tokenRequests.length}`, expires_in: 3600 }));
    };
    const server = createServer((request, response) => void respond(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const speaking = await openAccounts({
      SPEECH_URL: 'https://speech.example/text2audio',
      SPEECH_TOKEN_URL: `${url}/oauth/2.0/token`,
      SPEECH_KEY: 'the key',
      SPEECH_SECRET: 'the secret',
    });
    const { token: own } = await speaking.signIn('li', password);
    const ask = async () => (await speaking.ask(own, 'GET /api/v1/speech/token')).json();
    const expire = speaking.time.now + 3_600_000;
    const first = { url: 'https://speech.example/text2audio', token: 'token-1', expire };
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([first, first, first]);
    expect(tokenRequests).toEqual([
      'POST application/x-www-form-urlencoded;charset=UTF-8 grant_type=client_credentials&client_id=the+key&client_secret=the+secret',
    ]);
    speaking.time.now += 54 * 60_000;
    expect(await ask()).toEqual(first);
    speaking.time.now += 2 * 60_000;
    expect((await ask()).token).toBe('token-2');

    status = 500;
    speaking.time.now += 3_600_000;
    expect((await ask()).token).toBeNull();
    expect((await ask()).token).toBeNull();
    expect(tokenRequests).toHaveLength(3);
    status = 200;
    speaking.time.now += 31_000;
    expect((await ask()).token).toBe('token-4');
    expect(speaking.logLines.join('')).not.toContain('the secret');
    await speaking.close();
    server.close();
  });

  it('is null if the service returns none', async () => {
    const errors: unknown[] = [];
    const config = { url: 'https://speech.example', tokenUrl: 'http://127.0.0.1:9', key: 'k', secret: 's' };
    const ask = createSpeechTokenProvider({ config, clock: () => 0, onError: (error) => errors.push(error) });
    expect(await ask()).toEqual({ url: null, token: null, expire: null });
    expect(errors).toHaveLength(1);
  });
});
