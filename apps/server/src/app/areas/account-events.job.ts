import type { Clock } from '../../infra/clock/clock.port.ts';
import type { AccountEvent, AccountServices } from '../../modules/accounts/accounts.types.ts';
import { postMessage } from '../../modules/messages/messages.usecases.ts';

/** Notifies the account of changes to its security, so that the owner learns of a change that somebody else made. */
export function notifyAccount(clock: Clock): AccountServices['publishEvent'] {
  return async (db, event) => {
    const now = clock();
    const { aid } = event;
    await postMessage(db, {
      channel: {
        key: `security:${aid}`,
        kind: 'conversation',
        title: { zh: '账号安全', en: 'Account security' },
        tid: null,
        aid,
      },
      type: 'text',
      ...textOf(event),
      idempotencyKey: idempotencyKeyOf(event, now),
      createAt: now,
    });
  };
}

interface Localized {
  zh: string;
  en: string;
}

/** `{name}` is replaced by the name of the device or the tenant. */
const texts: Record<AccountEvent['kind'], { title: Localized; text: Localized }> = {
  new_device: {
    title: { zh: '新设备登录', en: 'New device signed in' },
    text: {
      zh: '设备“{name}”首次登录了您的账号。如非本人操作，请停用该设备并修改密码。',
      en: '“{name}” signed in to your account for the first time. If this wasn’t you, remove the device and change your password.',
    },
  },
  password_changed: {
    title: { zh: '密码已修改', en: 'Password changed' },
    text: {
      zh: '您的账号密码已修改，其他设备需要重新登录。如非本人操作，请立即重置密码并联系管理员。',
      en: 'Your account password was changed. Other devices have to sign in again. If this wasn’t you, reset your password now and contact your administrator.',
    },
  },
  phone_changed: {
    title: { zh: '手机号已更换', en: 'Phone number changed' },
    text: {
      zh: '您的账号已更换手机号。如非本人操作，请立即联系管理员。',
      en: 'The phone number of your account was changed. If this wasn’t you, contact your administrator now.',
    },
  },
  contact_verified: {
    title: { zh: '联系方式已验证', en: 'Contact verified' },
    text: {
      zh: '您首次验证了账号的手机号或邮箱。为保护账号，此前的密码以及其他登录和设备已全部失效。请用验证码设置新密码。',
      en: 'You verified a phone number or email of your account for the first time. To protect your account, your previous password and all other sign-ins and devices are no longer valid. Use a verification code to set a new password.',
    },
  },
  contact_moved: {
    title: { zh: '联系方式已移除', en: 'Contact removed' },
    text: {
      zh: '您账号的一个手机号或邮箱已由他人验证，不再属于您的账号。如需继续接收验证码，请在应用中更换手机号，或联系管理员。',
      en: 'Someone else verified a phone number or email of your account, so it no longer belongs to your account. To keep receiving codes, change your phone number in the app or contact your administrator.',
    },
  },
  reset_requested: {
    title: { zh: '请重新设置密码', en: 'Set a new password' },
    text: {
      zh: '管理员要求您重新设置密码，原密码已失效。请用验证码设置新密码。',
      en: 'Your administrator asked you to set a new password. Your old password no longer works. Use a verification code to set a new one.',
    },
  },
  invited: {
    title: { zh: '企业邀请', en: 'Invitation' },
    text: {
      zh: '{name}邀请您加入。请在“我的”中查看，选择接受或谢绝。',
      en: '{name} invites you to join. Open “Mine” to accept or decline.',
    },
  },
  account_locked: {
    title: { zh: '密码登录已暂停', en: 'Password sign-in paused' },
    text: {
      zh: '由于多次输入错误的密码，密码登录暂停 15 分钟：涉及账号未登录过的所有设备，或输错密码的那台已登录设备。您可以用验证码登录。如非本人操作，请重置密码。',
      en: 'After too many wrong passwords, password sign-in is paused for 15 minutes, either on all devices that are new to your account or on the known device that sent them. You can sign in with a verification code. If this wasn’t you, reset your password.',
    },
  },
};

function textOf(event: AccountEvent): { title: Localized; text: Localized } {
  const { title, text } = texts[event.kind];
  const name = subjectName(event);
  const filled = (one: string) => one.replace('{name}', () => name);
  return { title, text: { zh: filled(text.zh), en: filled(text.en) } };
}

function subjectName(event: AccountEvent): string {
  if (event.kind === 'new_device') return event.name;
  return event.kind === 'invited' ? event.tenantName : '';
}

const dayMs = 86_400_000;

/** Limits the invitations of one tenant to one message a day, however often it sends them. */
function idempotencyKeyOf(event: AccountEvent, now: number): string {
  if (event.kind === 'invited') return `invited:${event.tid}:${Math.floor(now / dayMs)}`;
  return `${event.kind === 'new_device' ? event.deviceID : event.kind}:${now}`;
}
