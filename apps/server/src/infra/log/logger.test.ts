import { expect, it } from 'vitest';
import { createLogger } from './logger.util.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void): Record<string, unknown> {
  const lines: string[] = [];
  write(createLogger('info', { write: (line) => void lines.push(line) }));
  return JSON.parse(lines.join(''));
}

it('omits personal data and secrets', () => {
  const entry = logged((log) =>
    log.info(
      {
        aid: 'a1',
        password: 'secret-password',
        person: { name: '李', mobileNo: '13812345678', deep: { token: 'secret-token' } },
      },
      'x',
    ),
  );
  expect(entry).toMatchObject({ aid: 'a1', person: { deep: {} }, msg: 'x' });
  expect(JSON.stringify(entry)).not.toMatch(/李|13812345678|secret/);
});

it('logs the code and position of a database error, but not the values it quotes', () => {
  const error = Object.assign(new Error('invalid input syntax for type integer: "13812345678"'), {
    severity: 'ERROR',
    code: '22P02',
    table: 'accounts',
    detail: 'Key (username)=(李) already exists.',
  });
  const { err } = logged((log) => log.error({ err: error }, 'fault'));
  expect(err).toMatchObject({
    errorCode: '22P02',
    table: 'accounts',
    stack: expect.stringContaining('logger.test'),
  });
  expect(JSON.stringify(err)).not.toMatch(/13812345678|李/);
});

it('logs the cause of an error', () => {
  const { err } = logged((log) => log.error({ err: new Error('outer', { cause: new TypeError('inner') }) }));
  expect(err).toMatchObject({
    type: 'Error',
    message: 'outer',
    cause: { type: 'TypeError', message: 'inner' },
  });
});

it('omits request details that a library attaches', () => {
  const entry = logged((log) =>
    log.info({
      busboyOptions: { headers: { 'x-file-name': '合同.pdf' }, limits: { files: 1 } },
      req: { headers: { cookie: 'c' } },
    }),
  );
  expect(JSON.stringify(entry)).not.toMatch(/合同|cookie|limits/);
});
