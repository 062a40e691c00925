import { randomInt } from 'node:crypto';

/** Letters and digits without those that are easily confused: 31 characters, 4.95 bits each. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** Creates a random secret that people read out and type, in groups: `x4kq-…`. */
export function createReadableSecret({
  groupCount,
  charactersPerGroup,
}: {
  groupCount: number;
  charactersPerGroup: number;
}): string {
  const createGroup = () =>
    Array.from({ length: charactersPerGroup }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groupCount }, createGroup).join('-');
}
