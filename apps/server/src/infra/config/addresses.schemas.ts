import { z } from 'zod';
import { isThisMachine } from '../outbound/public-hosts.adapter.ts';

/** The address of a service over HTTP. */
export const webAddress = z.url({ protocol: /^https?$/ });

/** The same as a base that paths are put behind. */
export const baseAddress = webAddress.transform((url) => url.replace(/\/+$/, ''));

/** Of what is said to nobody else: over no line that others read. */
export const guardedAddress = webAddress.refine(
  (text) => !URL.canParse(text) || text.startsWith('https:') || isThisMachine(new URL(text).hostname),
  'must be https, but on this machine',
);
