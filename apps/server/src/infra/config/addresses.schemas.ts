import { isIP } from 'node:net';
import { z } from 'zod';
import { isThisMachine } from '../outbound/public-hosts.adapter.ts';

/** The address of a service over HTTP. */
export const webAddress = z.url({ protocol: /^https?$/ });

const asBase = (url: string) => url.replace(/\/+$/, '');

/** The same as a base that paths are put behind. */
export const baseAddress = webAddress.transform(asBase);

/** The app and its calls are served from the root of an address: below a path none of them would be found. */
export const webOrigin = baseAddress.refine(
  (text) => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`,
  'must be an address without a path, such as https://docs.example.com',
);

/** Of what is said to nobody else, or believed: over no line that others read and write on. */
export const guardedAddress = webAddress.refine(
  (text) => !URL.canParse(text) || text.startsWith('https:') || isThisMachine(new URL(text).hostname),
  'must be https, but on this machine',
);

/** The same as a base that paths are put behind. */
export const guardedBase = guardedAddress.transform(asBase);

/** Of a PostgreSQL. What stands behind it is the server's business, a folder of its socket included. */
export const databaseAddress = z
  .string()
  .regex(/^postgres(?:ql)?:\/\//, 'must begin with postgresql://')
  .transform(withKnownTlsMode);

/**
 * The driver verifies certificate and name for each of these modes, and prints a warning of several lines for all but
 * `verify-full`. The meaning is the same, so the name is made so.
 */
function withKnownTlsMode(url: string): string {
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** Whether the connection is encrypted to anybody who answers: `sslmode=no-verify`. */
export const acceptsAnyCertificate = (databaseUrl: string): boolean =>
  /[?&]sslmode=no-verify(?:&|$)/.test(databaseUrl);

const listed = (list: string) => list.split(',').map((one) => one.trim());

/** Origins by commas; those of native apps have schemes of their own. */
export const origins = z
  .string()
  .transform((list) => listed(list).map((origin) => origin.replace(/\/$/, '')))
  .pipe(
    z.array(
      z.string().regex(/^[a-z][\w+.-]*:\/\/[^/\s]+$/i, 'is no origin such as https://docs.example.com'),
    ),
  );

/** As the addresses of requests name it: in lower case, without the port that the scheme has anyway. */
const hostIn = (text: string) => (URL.canParse(`https://${text}/`) ? new URL(`https://${text}/`).host : '');

/** Host names by commas, each with its port where it has one. */
export const hosts = z
  .string()
  .refine(
    (list) => listed(list).every((one) => /^[\w.:[\]-]+$/.test(one) && hostIn(one) !== ''),
    'is no list of hosts such as docs.example.com or 10.0.0.5:8080',
  )
  .transform((list) => listed(list).map(hostIn));

/** Not of length 0: whoever trusts everybody to be a proxy lets each say who they are. */
const isNetwork = (text: string) => {
  const [address = '', length, ...more] = text.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  return (
    length === undefined ||
    isIP(length) === 4 ||
    (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= widthOf(address))
  );
};
const widthOf = (address: string) => (isIP(address) === 4 ? 32 : 128);

/** Addresses, networks, and the names that the server has for private ones, by commas. */
export const networks = z
  .string()
  .refine(
    (list) => listed(list).every((one) => /^(?:loopback|linklocal|uniquelocal)$/.test(one) || isNetwork(one)),
    'is no list of addresses or networks such as 10.0.0.0/8',
  );
