import { randomInt } from 'node:crypto';

/** Letters and digits without those that are easily confused: 31 characters, 4.95 bits each. */
const signs = '23456789abcdefghjkmnpqrstuvwxyz';

/** Creates a random secret that people read out and type, in groups: `x4kq-…`. */
export function readableSecret({ groups, signsEach }: { groups: number; signsEach: number }): string {
  const group = () => Array.from({ length: signsEach }, () => signs[randomInt(signs.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}
