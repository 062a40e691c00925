import { expect, it } from 'vitest';
import { verdictOf } from './audit.mjs';

const hole = {
  name: 'parser',
  severity: 'high',
  range: '<2.1.0',
  via: [{ title: 'Reads beyond its end', url: 'https://example.com/1' }],
};

it.each([
  ['no hole', { vulnerabilities: {}, metadata: { dependencies: { prod: 3 } } }, 0, 'No hole is known in 3'],
  [
    'a hole',
    { vulnerabilities: { parser: hole, user: { ...hole, via: ['parser'] } } },
    1,
    'high: parser <2.1.0',
  ],
  ['a registry that refuses', { message: '405 Method Not Allowed', statusCode: 405 }, 2, '405 Method'],
  ['a registry that is not there', { error: { summary: 'getaddrinfo' } }, 2, 'getaddrinfo'],
  ['another form', { advisories: {} }, 2, 'another form'],
])('reports %s', (_, answer, code, said) => {
  const verdict = verdictOf(JSON.stringify(answer));
  expect(verdict.code).toBe(code);
  expect(verdict.lines.join('\n')).toContain(said);
});

it('reports an unknown result if npm returns nothing', () => {
  expect(verdictOf('').code).toBe(2);
});
