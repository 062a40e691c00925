import type { Bytes } from '../../../packages/tdf/src/bytes.ts';
import {
  bytesSource,
  openLicence,
  type PayloadKeys,
  readSealed,
  requestLicence,
  type SealedFile,
  seal,
  TdfError,
  type UseLicence,
} from '../../../packages/tdf/src/index.ts';
import {
  clientOf,
  collect,
  kasFetch,
  makeDevice,
  makeKas,
  sample,
  sealOptions,
  type TestDevice,
} from '../../../packages/tdf/tests/kit.ts';
import { createGeneratedTarget } from '../generated-target.ts';
import type { Json } from '../json-tree.ts';
import type { Random } from '../random.ts';
import type { Options, Subject } from '../target.ts';

/** A document, a device that may open it, and the valid response of its key access service. */
export interface KeyFixture {
  readonly device: TestDevice;
  readonly file: Bytes;
  readonly sealed: SealedFile;
  readonly plain: Bytes;
  /** The response of the service to the licence request. */
  readonly licenceResponse: Json;
  readonly licence: UseLicence;
  readonly keys: PayloadKeys;
  /** A request token of the device. */
  readonly token: string;
}

/** @returns the code of a declared refusal of the client or of the service’s checks. */
const refusalCodeOf = (error: unknown): string | undefined =>
  error instanceof TdfError ? error.code : undefined;

async function createKeyFixture(): Promise<KeyFixture> {
  const kas = await makeKas();
  const device = await makeDevice();
  const plain = sample(100);
  const file = await collect(seal(sealOptions(kas, plain)).stream);
  const sealed = await readSealed(bytesSource(file));
  if (!sealed) throw new Error('the sealer wrote no protected file');
  let licenceResponse: Json = null;
  let token = '';
  const serviceFetch = kasFetch(kas, device, { leaseEnd: 2_000_000_000_000 });
  const recordingFetch: typeof fetch = async (url, init) => {
    const response = await serviceFetch(url, init);
    licenceResponse = (await response.clone().json()) as Json;
    ({ signedRequestToken: token } = JSON.parse(init?.body as string) as { signedRequestToken: string });
    return response;
  };
  const licence = await requestLicence(clientOf(device, recordingFetch), sealed);
  const keys = await openLicence(licence, device.agreement.privateKey);
  return { device, file, sealed, plain, licenceResponse, licence, keys, token };
}

interface KeyTarget<Input> {
  readonly generate: (fixture: KeyFixture, random: Random) => Input | Promise<Input>;
  readonly execute: (
    fixture: KeyFixture,
    input: Input,
    plant: string | undefined,
  ) => Promise<string> | string;
}

/** Opens a target whose inputs derive from a {@link KeyFixture}. */
export async function openKeyTarget<Input extends { readonly way: string }>(
  options: Options,
  { generate, execute }: KeyTarget<Input>,
): Promise<Subject> {
  const fixture = await createKeyFixture();
  return createGeneratedTarget<Input>(options, {
    generate: (random) => generate(fixture, random),
    execute: (input) => execute(fixture, input, options.plant),
    refusalCodeOf,
  });
}
