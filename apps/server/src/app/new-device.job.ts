import type { AccountsContext } from '../modules/accounts/accounts.port.ts';
import { postMessage } from '../modules/messages/messages.usecases.ts';

/** Tells an account of a device that signed in for the first time: if it was not its owner, the owner hears of it. */
export function tellOfNewDevice(clock: AccountsContext['clock']): AccountsContext['onNewDevice'] {
  return async (db, { aid, deviceID, name }) => {
    const now = clock();
    await postMessage(db, {
      channel: { key: `security:${aid}`, kind: 'conversation', title: '账号安全', tid: null, aid },
      type: 'text',
      title: '新设备登录',
      text: `设备“${name}”首次登录了您的账号。如非本人操作，请停用该设备并修改密码。`,
      idempotencyKey: `${deviceID}:${now}`,
      createAt: now,
    });
  };
}
