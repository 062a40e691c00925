import { isIP } from 'node:net';
import { z } from 'zod';
import { isLoopbackHost } from '../outbound/public-hosts.util.ts';

/** The URL of an HTTP service. */
export const webAddress = z.url({ protocol: /^https?$/ });

const withoutTrailingSlash = (url: string) => url.replace(/\/+$/, '');

/** An HTTP URL without trailing slashes, to which paths are appended. */
export const baseAddress = webAddress.transform(withoutTrailingSlash);

/** An HTTP URL without a path: the app and the API must be served from the root of a host. */
export const webOrigin = baseAddress.refine(
  (text) => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`,
  'must be an address without a path, such as https://docs.example.com',
);

/** The URL of a service that exchanges confidential or trusted data: https, or http on this machine. */
export const secureAddress = webAddress.refine(
  (text) => !URL.canParse(text) || text.startsWith('https:') || isLoopbackHost(new URL(text).hostname),
  'must be https unless the host is this machine',
);

/** As `guardedAddress`, without trailing slashes. */
export const secureBaseAddress = secureAddress.transform(withoutTrailingSlash);

/** The URL of a PostgreSQL database. Only the scheme is checked: host and path may also name a socket folder. */
export const databaseAddress = z
  .string()
  .regex(/^postgres(?:ql)?:\/\//, 'must begin with postgresql://')
  .transform(withKnownTlsMode);

/**
 * Replaces equivalent TLS modes by `verify-full`. The driver verifies certificate and host name in all of them, but prints a
 * long warning for every mode except `verify-full`.
 */
function withKnownTlsMode(url: string): string {
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** Whether the connection does not verify the server's certificate: `sslmode=no-verify`. */
export const acceptsAnyCertificate = (databaseUrl: string): boolean =>
  /[?&]sslmode=no-verify(?:&|$)/.test(databaseUrl);

const splitList = (list: string) => list.split(',').map((one) => one.trim());

/** Comma-separated origins; those of native apps have custom schemes. */
export const origins = z
  .string()
  .transform((list) => splitList(list).map((origin) => origin.replace(/\/$/, '')))
  .pipe(
    z.array(
      z.string().regex(/^[a-z][\w+.-]*:\/\/[^/\s]+$/i, 'must be an origin such as https://docs.example.com'),
    ),
  );

/** The normalised host as in request URLs: in lower case, without the default port. */
const normalisedHost = (text: string) =>
  URL.canParse(`https://${text}/`) ? new URL(`https://${text}/`).host : '';

/** Comma-separated hosts, with a port if it is not the default one. */
export const hosts = z
  .string()
  .refine(
    (list) => splitList(list).every((one) => /^[\w.:[\]-]+$/.test(one) && normalisedHost(one) !== ''),
    'must be a list of hosts such as docs.example.com or 10.0.0.5:8080',
  )
  .transform((list) => splitList(list).map(normalisedHost));

/** An address or network. Prefix length 0 is rejected: trusting every address as a proxy lets clients forge theirs. */
const isNetwork = (text: string) => {
  const [address = '', length, ...more] = text.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  return (
    length === undefined ||
    isIP(length) === 4 ||
    (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= addressBits(address))
  );
};
const addressBits = (address: string) => (isIP(address) === 4 ? 32 : 128);

/** Comma-separated addresses, networks and Fastify's names for private networks. */
export const networks = z
  .string()
  .refine(
    (list) =>
      splitList(list).every((one) => /^(?:loopback|linklocal|uniquelocal)$/.test(one) || isNetwork(one)),
    'must be a list of addresses or networks such as 10.0.0.0/8',
  );
