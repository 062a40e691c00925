import { type KasClient, OBLIGATIONS, openLicence, requestLicence, type UseLicence } from '@sealflow/tdf/kas';
import { bytesSource, type Manifest, openDocument, readSealed, type SealedFile } from '@sealflow/tdf/reader';
import type { TestDevice } from './key-device.ts';

/** Base URL of a service. */
interface Address {
  readonly url: string;
}

export interface OpenAsk extends Partial<KasClient> {
  tid: string;
  device: TestDevice;
  file: Uint8Array;
  /** Changes the manifest before it is sent to the service. */
  alter?: (manifest: Manifest) => Manifest;
}

/** Requests a use licence as the app does. */
export async function licenceFor(service: Address, request: OpenAsk): Promise<UseLicence> {
  const { tid, device, file, alter, ...client } = request;
  const { manifest } = await headerOf(file);
  const { token, signingKey } = device;
  const kasClient = { platformUrl: `${service.url}/otdf/${tid}`, token, signingKey, fulfillable, ...client };
  return requestLicence(kasClient, { manifest: alter ? alter(manifest) : manifest });
}

/** Opens the content as the app does. */
export async function openAs(service: Address, request: OpenAsk): Promise<Uint8Array> {
  const licence = await licenceFor(service, request);
  const keys = await openLicence(licence, request.device.agreementKey);
  const { bytes } = await openDocument({ source: await headerOf(request.file), keys });
  return bytes.read(0, bytes.size);
}

async function headerOf(file: Uint8Array): Promise<SealedFile> {
  const sealed = await readSealed(bytesSource(new Uint8Array(file)));
  if (!sealed) throw new Error('a plain file');
  return sealed;
}

const fulfillable = Object.values(OBLIGATIONS);
