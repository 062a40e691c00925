import { OBLIGATIONS, type RefusalReason, refusalError, refusalMetadata } from '@sealflow/tdf/kas';
import { seal } from '@sealflow/tdf/writer';
import {
  collect,
  KID,
  kasFetch,
  makeKas,
  sealOptions,
  type TestKas,
} from '../../../../packages/tdf/tests/kit.ts';
import { createMemoryPlatform, type MemoryPlatform } from '../../src/platform/adapters/memory/index.ts';
import type { DocumentsContext, DocumentTenant } from '../../src/platform/documents/document.types.ts';
import type { PickedFile } from '../../src/platform/ports/picker.port.ts';
import { createTestApi } from '../session/test-api.ts';
import { rangeAnswer } from './range-answer.ts';

export const tenant: DocumentTenant = { id: 't1', name: '华信集团', key: KID.slice(0, KID.indexOf('.')) };
const host = 'https://files.example';

/** The state of the service. A test may change it at any time. */
export type Service = {
  readonly kas: TestKas;
  leaseEnd: number | null;
  obligations: readonly string[];
  permissions: readonly string[];
  /** Replaces the answer of the key access service, for a refusal. */
  refuse: (() => Response) | null;
  readonly files: Map<string, Uint8Array>;
  /** The token that the file service accepts now. */
  fileToken: string;
  readonly calls: string[];
};

export type Device = {
  readonly platform: MemoryPlatform;
  readonly context: DocumentsContext;
  readonly service: Service;
};

/** Starts a device with a signed-in user and connects its `fetch` to the service. */
export async function startDevice(
  stub: (send: typeof fetch) => void,
  options: { readonly now?: () => number; readonly tenants?: readonly DocumentTenant[] } = {},
): Promise<Device> {
  const platform = createMemoryPlatform(options.now ? { now: options.now } : {});
  const device = await platform.deviceKeys.ensure();
  const service: Service = {
    kas: await makeKas(),
    leaseEnd: null,
    obligations: [OBLIGATIONS.watermark],
    permissions: [],
    refuse: null,
    files: new Map(),
    fileToken: 'file-token-1',
    calls: [],
  };
  stub(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    service.calls.push(url.pathname);
    if (!platform.network.isOnline()) throw new TypeError('Failed to fetch');
    if (url.pathname === '/otdf/t1/kas.AccessService/Rewrap') {
      const { leaseEnd, obligations, permissions } = service;
      const terms = { leaseEnd, obligations, permissions, issuedAt: platform.clock.now() };
      return service.refuse?.() ?? kasFetch(service.kas, device, terms)(input, init);
    }
    if (url.pathname.endsWith('/file-token'))
      return Response.json({ token: service.fileToken, expire: Number.MAX_SAFE_INTEGER });
    return fileOf(service, url, new Headers(init?.headers));
  });
  const context: DocumentsContext = {
    platform,
    api: createTestApi({ host, isOnline: () => platform.network.isOnline() }),
    host,
    accountID: 'a1',
    tenants: options.tenants ?? [tenant],
    token: async () => 'token',
  };
  return { platform, context, service };
}

function fileOf(service: Service, url: URL, headers: Headers): Response {
  if (headers.get('Authorization') !== `Bearer ${service.fileToken}`)
    return new Response(null, { status: 401 });
  const bytes = service.files.get(decodeURIComponent(url.pathname.split('/').pop() ?? ''));
  return bytes ? rangeAnswer(bytes, headers) : new Response(null, { status: 404 });
}

/** The key access service’s refusal to open a document. */
export const keyAccessRefusal = (reason: RefusalReason, obligations: readonly string[] = []) =>
  Response.json({
    responses: [
      {
        policyId: 'policy',
        results: [
          {
            keyAccessObjectId: 'kao-0',
            status: 'fail',
            error: refusalError(reason),
            metadata: refusalMetadata(reason, obligations),
          },
        ],
      },
    ],
  });

/** A sealed file of the tenant. Its manifest has the name `合同 2026.pdf`. */
export const sealedFor = (service: Pick<Service, 'kas'>, plain: Uint8Array<ArrayBuffer>) =>
  collect(seal(sealOptions(service.kas, plain)).stream);

export const picked = (name: string, bytes: Uint8Array): PickedFile => ({
  name,
  size: bytes.length,
  modifiedAt: 0,
  read: async (offset, length) => bytes.slice(offset, offset + length),
});
