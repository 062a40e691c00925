import type { CodePurpose } from '../../../infra/database/tables/accounts.table.ts';
import type { Language } from '../../../infra/http/language.util.ts';

const purposeTexts: Record<CodePurpose, Record<Language, string>> = {
  login: { zh: '登录', en: 'sign in' },
  second_factor: { zh: '登录的第二步验证', en: 'finish signing in' },
  reset: { zh: '重置密码', en: 'reset your password' },
  update: { zh: '修改账号信息', en: 'change your account' },
};

/** The message that delivers a code. */
export function composeCodeMessage(
  { purpose, code, minutes }: { purpose: CodePurpose; code: string; minutes: number },
  language: Language,
): { subject: string; text: string } {
  const purposeText = purposeTexts[purpose][language];
  if (language === 'zh')
    return {
      subject: `密件通验证码（${purposeText}）`,
      text: `您的验证码是 ${code}，用于${purposeText}，${minutes} 分钟内有效。请勿告诉他人；如非本人操作，请忽略。`,
    };
  return {
    subject: `Your verification code to ${purposeText}`,
    text: `Your code is ${code}. Use it within ${minutes} minutes to ${purposeText}. Do not share it with anyone. If you did not request it, ignore this message.`,
  };
}

const notices = {
  password_changed: {
    subject: '密码已修改 / Password changed',
    text: '您的密件通账号密码已修改。如非本人操作，请立即重置密码并联系管理员。\nYour account password was changed. If this wasn’t you, reset your password now and contact your administrator.',
  },
  contact_moved: {
    subject: '联系方式已移除 / Contact removed',
    text: '您的密件通账号的一个手机号或邮箱已由他人验证，不再属于您的账号。如需帮助，请联系管理员。\nSomeone else verified a phone number or email of your account, so it no longer belongs to your account. If you need help, contact your administrator.',
  },
  reset_requested: {
    subject: '请重新设置密码 / Set a new password',
    text: '管理员要求您重新设置密件通密码，原密码已失效。请在登录页选择“忘记密码”，用验证码设置新密码。\nYour administrator asked you to set a new password. Your old password no longer works. Choose “Forgot password” on the sign-in screen and use a verification code to set a new one.',
  },
  phone_changed: {
    subject: '手机号已更换 / Phone number changed',
    text: '您的密件通账号已更换手机号，此号码不再可用于登录。如非本人操作，请立即联系管理员。\nThe phone number of your account was changed, so you can no longer sign in with this one. If this wasn’t you, contact your administrator now.',
  },
} as const;

/** The message of a notice, in both languages: the reader's language is not stored. */
export function composeNotice(kind: keyof typeof notices): { subject: string; text: string } {
  return notices[kind];
}
