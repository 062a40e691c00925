import type { AccountsContext } from '../modules/accounts/accounts.port.ts';
import { postMessage } from '../modules/messages/messages.usecases.ts';

/** Tells an account of a device that signed in for the first time: if it was not its owner, the owner hears of it. */
export function tellOfNewDevice(clock: AccountsContext['clock']): AccountsContext['onNewDevice'] {
  return async (db, { aid, deviceID, name }) => {
    const now = clock();
    await postMessage(db, {
      channel: {
        key: `security:${aid}`,
        kind: 'conversation',
        title: { zh: '账号安全', en: 'Account security' },
        tid: null,
        aid,
      },
      type: 'text',
      title: { zh: '新设备登录', en: 'New device' },
      text: {
        zh: `设备“${name}”首次登录了您的账号。如非本人操作，请停用该设备并修改密码。`,
        en: `“${name}” signed in to your account for the first time. If it was not you, withdraw the device and change your password.`,
      },
      idempotencyKey: `${deviceID}:${now}`,
      createAt: now,
    });
  };
}
