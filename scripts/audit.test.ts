import { expect, it } from 'vitest';
import { auditReport } from './audit.mjs';

const vulnerability = {
  name: 'parser',
  severity: 'high',
  range: '<2.1.0',
  via: [{ title: 'Reads beyond its end', url: 'https://example.com/1' }],
};

it.each([
  [
    'no vulnerability',
    { vulnerabilities: {}, metadata: { dependencies: { prod: 3 } } },
    0,
    'No known vulnerability in 3',
  ],
  [
    'a vulnerability',
    { vulnerabilities: { parser: vulnerability, user: { ...vulnerability, via: ['parser'] } } },
    1,
    'high: parser <2.1.0',
  ],
  [
    'a registry that rejects the request',
    { message: '405 Method Not Allowed', statusCode: 405 },
    2,
    '405 Method',
  ],
  ['an unreachable registry', { error: { summary: 'getaddrinfo' } }, 2, 'getaddrinfo'],
  ['an unknown form', { advisories: {} }, 2, 'unknown form'],
])('reports %s', (_, answer, code, line) => {
  const report = auditReport(JSON.stringify(answer));
  expect(report.code).toBe(code);
  expect(report.lines.join('\n')).toContain(line);
});

it('reports an unknown result if npm returns nothing', () => {
  expect(auditReport('').code).toBe(2);
});
