import { connect } from 'node:tls';

export interface ServerCertificate {
  /** Milliseconds since 1970. */
  readonly createAt: number;
  readonly expireAt: number;
  /** The code of the verification failure, such as `CERT_HAS_EXPIRED`; null if the certificate is trusted. */
  readonly problem: string | null;
}

const timeoutMs = 3000;
const httpsPort = 443;

/** Reads the TLS certificate of an https origin. An untrusted one is read too. @throws Error if no connection is established. */
export function readServerCertificate(origin: URL): Promise<ServerCertificate> {
  const host = origin.hostname.replaceAll(/[[\]]/g, '');
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(origin.port || httpsPort),
      servername: /^[\d.]+$|:/.test(host) ? '' : host,
      // The expiry of an expired or private certificate is of interest too. Nothing is sent over this connection.
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    socket.once('secureConnect', () => {
      const { valid_from: from, valid_to: until } = socket.getPeerCertificate();
      const problem = socket.authorized ? null : codeOf(socket.authorizationError);
      socket.destroy();
      resolve({ createAt: Date.parse(from), expireAt: Date.parse(until), problem });
    });
    socket.once('timeout', () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    socket.once('error', reject);
  });
}

/** Node.js gives the code itself, although the type is an error. */
const codeOf = (failure: unknown): string => {
  if (typeof failure === 'string') return failure;
  const { code } = (failure ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'untrusted';
};
