// A program of its own: the test runner would rewrite the SDK's modules on their way in.
// node sdk-client.ts read|write, with its task as JSON on standard input.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

export interface SdkTask {
  /** Folder of the built SDK. */
  readonly sdk: string;
  readonly platformUrl: string;
  readonly token: string;
  readonly from: string;
  readonly to: string;
  /** For reading: the algorithm of the session key. The SDK wraps by the base key of the service. */
  readonly wrappingKeyAlgorithm?: string;
  /** For writing: the policy's attributes and the mime type. */
  readonly attributes?: readonly string[];
  readonly mimeType?: string;
}

interface Client {
  read(options: object): Promise<ReadableStream<Uint8Array>>;
  createZTDF(options: object): Promise<ReadableStream<Uint8Array>>;
}

interface Sdk {
  readonly OpenTDF: new (options: object) => Client;
  readonly authTokenInterceptor: (token: () => Promise<string>) => unknown;
}

const [verb] = process.argv.slice(2);
const task = (await json(process.stdin)) as SdkTask;
const { OpenTDF, authTokenInterceptor } = (await import(join(task.sdk, 'lib/dist/web/src/index.js'))) as Sdk;
const { platformUrl, wrappingKeyAlgorithm } = task;
const client = new OpenTDF({
  interceptors: [authTokenInterceptor(async () => task.token)],
  platformUrl,
  disableDPoP: true,
});
const source = { type: 'buffer', location: new Uint8Array(await readFile(task.from)) };
const stream = await (verb === 'write'
  ? client.createZTDF({
      source,
      mimeType: task.mimeType,
      attributes: task.attributes,
      defaultKASEndpoint: `${platformUrl}/kas`,
    })
  : client.read({ source, ...(wrappingKeyAlgorithm ? { wrappingKeyAlgorithm } : {}) }));
await writeFile(task.to, Buffer.from(await new Response(stream).arrayBuffer()));
