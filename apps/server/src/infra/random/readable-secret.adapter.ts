import { randomInt } from 'node:crypto';

/** Letters and digits that nobody takes for one another, read aloud or written down: 31, so a sign is 4.95 bits. */
const signs = '23456789abcdefghjkmnpqrstuvwxyz';

/** A secret that people read out and type, in groups: `x4kq-…`. */
export function readableSecret({ groups, signsEach }: { groups: number; signsEach: number }): string {
  const group = () => Array.from({ length: signsEach }, () => signs[randomInt(signs.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}
