import { createHash, generateKeyPairSync, type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto';
import type { SignInAnswer } from '@sealflow/contract';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { calculateJwkThumbprint } from 'jose';
import { createService, type Service } from '../src/app/service.compose.ts';
import { readConfig } from '../src/infra/config/config.schemas.ts';
import { openServiceMasterKey } from '../src/infra/master-key/index.ts';
import { openFolderStore } from '../src/infra/objects/folder.adapter.ts';
import { openTestDatabase } from './database.ts';
import { makeTestFolder } from './folder.ts';
import { createTestLog, logCapture } from './log.ts';

/** The complete service on a separate database, with a clock that the test sets. */
export interface TestService extends Service {
  /** Current time of the service, in milliseconds since 1970. */
  time: { now: number };
  /** `DATA_DIR` of the service. */
  folder: string;
  /** All lines of the service log. */
  logLines: readonly string[];
  /** Sends a request with a bearer token, or without one. */
  ask(
    token: string | null,
    call: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  signIn(username: string, password: string, device?: TestDevice): Promise<SignInAnswer>;
  /** Closes the service and keeps its database. @returns the name of the database, for `openTestDatabase`. */
  closeAsTemplate(): Promise<string>;
}

export async function openTestService(settings: Record<string, string> = {}): Promise<TestService> {
  const database = await openTestDatabase();
  const folder = makeTestFolder();
  const time = { now: Date.now() };
  const logLines: string[] = [];
  const service = await createService({
    config: readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      APP_DIR: folder,
      // Injected requests are addressed to localhost, without the port of the service.
      PUBLIC_HOSTS: 'localhost',
      SIGN_IN_LIMIT: '0',
      CALL_LIMIT: '0',
      READ_LIMIT: '0',
      CODE_LIMIT: '0',
      ...settings,
    }),
    database,
    masterKey: await openServiceMasterKey(database.handle, {
      source: { value: randomBytes(32).toString('base64') },
      dataDir: folder,
    }),
    objects: await openFolderStore(`${folder}/objects`),
    log: createTestLog(settings['LOG_LEVEL'], (line) => void logLines.push(line)),
    version: '0',
    clock: () => time.now,
    checkAnswers: true,
  });
  captureCalls(service.app);
  await service.app.ready();
  const ask: TestService['ask'] = (token, call, body, headers = {}) => {
    const [method, url] = call.split(' ') as [NonNullable<InjectOptions['method']>, string];
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
    return service.app.inject({
      method,
      url,
      headers: { ...authorization, ...headers },
      ...(body ? { payload: body } : {}),
    });
  };
  return {
    ...service,
    time,
    folder,
    logLines,
    ask,
    signIn: async (username, password, device) => {
      const registration = device && { device: await device.register(time.now) };
      const response = await ask(null, 'POST /api/v1/auth/token', { username, password, ...registration });
      if (response.statusCode !== 200) throw new Error(`sign-in was refused: ${response.body}`);
      return response.json();
    },
    close: async () => {
      await service.close();
      await database.close();
    },
    closeAsTemplate: async () => {
      await service.close();
      return database.closeAsTemplate();
    },
  };
}

/** Injected requests have no socket, so checks of sockets do not apply to them. */
function captureCalls(app: FastifyInstance): void {
  const capture = logCapture();
  if (!capture) return;
  app.addHook('preValidation', async ({ body }) => capture.json(body));
  app.addHook('onSend', async (_request, _reply, payload) => {
    if (typeof payload === 'string' && payload.startsWith('{')) capture.json(JSON.parse(payload));
  });
}

/** A device that creates DPoP proofs as the app does. */
export class TestDevice {
  readonly id = randomUUID();
  readonly signing = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly agreement = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  async register(
    now: number,
    changed: { proof?: string; agreementKey?: object } = {},
    path = '/api/v1/auth/token',
  ) {
    const agreementKey = publicJwk(this.agreement.publicKey);
    return {
      id: this.id,
      name: 'Test phone',
      platform: 'android' as const,
      signingKey: publicJwk(this.signing.publicKey),
      agreementKey,
      proof: await this.prove({
        path,
        now,
        agreement: await calculateJwkThumbprint(agreementKey),
      }),
      ...changed,
    };
  }

  /** Creates a DPoP proof, bound to the access token if one is given. */
  async prove(claims: {
    path: string;
    now: number;
    token?: string;
    agreement?: string;
    method?: string;
    jti?: string;
    host?: string;
  }) {
    const { path, now, token, agreement, method = 'POST', jti = randomUUID(), host = 'localhost' } = claims;
    const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: publicJwk(this.signing.publicKey) };
    const payload = {
      htm: method,
      htu: `http://${host}${path}`,
      iat: Math.floor(now / 1000),
      jti,
      ...(token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') }),
      ...(agreement === undefined ? {} : { agreement }),
    };
    return signJws({ header, payload, key: this.signing.privateKey });
  }
}

export function publicJwk(key: KeyObject): { kty: string; crv: string; x: string; y: string } {
  const { kty = '', crv = '', x = '', y = '' } = key.export({ format: 'jwk' });
  return { kty, crv, x, y };
}

export function signJws({
  header,
  payload,
  key,
}: {
  header: object;
  payload: object;
  key: KeyObject;
}): string {
  const input = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}
