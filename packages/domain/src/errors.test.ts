import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ErrorCode,
  type ErrorPrefix,
  errorCatalogue,
  errorText,
  isErrorCode,
  matchError,
} from './errors.ts';

const entries = Object.entries(errorCatalogue) as [ErrorCode, (typeof errorCatalogue)[ErrorCode]][];

describe('the catalogue', () => {
  test.each(entries)('%s is well formed', (code, entry) => {
    expect(code).toMatch(/^[a-z]+\.[a-z0-9]+(_[a-z0-9]+)*$/u);
    expect(entry.text.cn).toMatch(/\p{Script=Han}/u);
    expect(entry.text.en).not.toMatch(/\p{Script=Han}/u);
    const places = (text: string) => text.match(/\{\w+\}/gu) ?? [];
    expect(places(entry.text.cn)).toEqual(places(entry.text.en));
    expect(entry.type === 'server').toBe(entry.status >= 400);
  });

  test('contains the Chinese texts of the specification word for word', () => {
    const texts = entries.map(([, entry]) => entry.text.cn);
    for (const text of [
      '服务器访问异常',
      '网页未找到',
      '无法连接服务器',
      '当前登录无效',
      '登录已过期，需要重新登录',
      '无权登录，请联系管理员授权',
      '读取权限异常',
      '没有权限预览，因为无租户信息',
      '未能解析的错误',
      '请输入账号',
      '该项不能为空',
      '请输入正确的手机号或邮箱地址',
      '手机号码有误，请重填',
      '密码过于简单，请重新输入',
      '两次输入密码不一致',
      '请阅读并同意服务协议',
    ]) {
      expect(texts).toContain(text);
    }
  });
});

describe('matching', () => {
  test.each<[ErrorPrefix, string, ErrorCode]>([
    ['login', 'account locked', 'login.account_locked'],
    ['login', 'incorrect Username or Password', 'login.incorrect_username_or_password'],
    ['login', 'not found', 'login.not_found'],
    ['vcode', 'not found', 'vcode.account_not_found'],
    ['vemail', 'unknown error', 'vemail.unknown_error'],
    ['work', 'flow not found', 'work.flow_not_found'],
    ['work', 'workflow not found', 'work.workflow_not_found'],
    ['work', 'task state error', 'work.task_state_error'],
    ['work', 'i/o timeout', 'app.server_unreachable'],
    ['login', 'anything else', 'app.unknown_error'],
    ['login', '', 'app.unknown_error'],
  ])('%s: %j is %s', (prefix, message, code) => {
    expect(matchError(prefix, message)).toEqual({ code, params: {} });
  });

  test('a longer message yields the text beside the known wording as a parameter', () => {
    expect(matchError('work', 'dial tcp 10.0.0.1: connection refused')).toEqual({
      code: 'app.connection_refused',
      params: { detail: 'dial tcp 10.0.0.1' },
    });
    expect(matchError('work', 'the workflow not found: 7').code).toBe('work.workflow_not_found');
  });

  test('every area includes the errors that any call can return', () => {
    for (const area of ['login', 'work', 'push', 'message'] as const) {
      expect(matchError(area, 'file does not exist').code).toBe('file.file_does_not_exist');
      expect(matchError(area, 'error checking file').code).toBe('file.error_checking_file');
    }
  });

  test('each message of the service matches an entry with that message', () => {
    for (const [code, entry] of entries) {
      const found = matchError(code.split('.')[0] as ErrorPrefix, entry.messages[0]);
      expect(errorCatalogue[found.code].messages).toContain(entry.messages[0]);
    }
  });

  test('always returns a code of the catalogue', () => {
    fc.assert(
      fc.property(fc.string(), (message) => {
        expect(isErrorCode(matchError('work', message).code)).toBe(true);
      }),
    );
  });

  test('names of Object.prototype are not codes', () => {
    expect([isErrorCode('toString'), isErrorCode('work.flow_not_found')]).toEqual([false, true]);
  });
});

describe('texts', () => {
  test('insert their parameters', () => {
    expect(errorText('app.timeout', 'cn', { seconds: 10 })).toBe('请求超时（10 秒）');
    expect(errorText('app.timeout', 'en')).toBe('The request timed out after {seconds} seconds');
  });
  test('append the detail', () => {
    expect(errorText('app.server_unreachable', 'en', { detail: 'x' })).toBe(
      'Unable to connect to the server (x)',
    );
    expect(errorText('app.unknown_error', 'cn', { detail: 'x' })).toBe(
      `${errorText('app.unknown_error', 'cn')}（x）`,
    );
    expect(errorText('app.server_unreachable', 'cn', { detail: '' })).toBe('无法连接服务器');
  });
});
