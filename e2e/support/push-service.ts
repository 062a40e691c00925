import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Decrypts a message: RFC 8291, section 3.4, over one record of RFC 8188. */
function decryptPush(body: Buffer, { keys, auth }: { keys: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16);
  const senderEnd = 21 + (body[20] ?? 0);
  const [sender, sealed] = [body.subarray(21, senderEnd), body.subarray(senderEnd)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length));
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/**
 * A browser vendor’s push service on this machine. It decrypts the messages of the service under test like a
 * browser.
 */
export class PushService {
  readonly messages: string[] = [];
  readonly #browser = { keys: createECDH('prime256v1'), auth: randomBytes(16) };
  readonly #server = createServer((request, serverResponse) => {
    void buffer(request).then((body) => this.#receive(body, serverResponse));
  });

  #receive(body: Buffer, serverResponse: ServerResponse) {
    this.messages.push(decryptPush(body, this.#browser));
    return serverResponse.writeHead(201).end();
  }

  static async open(): Promise<PushService> {
    const service = new PushService();
    service.#browser.keys.generateKeys();
    await new Promise<void>((resolve) => {
      service.#server.listen(0, '127.0.0.1', resolve);
    });
    return service;
  }

  /** The JSON of this browser’s `PushSubscription`. */
  get subscription() {
    const { port } = this.#server.address() as AddressInfo;
    const { keys, auth } = this.#browser;
    return {
      endpoint: `http://127.0.0.1:${port}/push/${auth.toString('hex')}`,
      expirationTime: null,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    };
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}
