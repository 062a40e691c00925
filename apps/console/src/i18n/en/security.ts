import type { Texts } from '../texts.ts';

export const security: Texts['security'] = {
  lead: 'Password, two-step verification and devices of your own account.',
  password: 'Password',
  passwordLead:
    'After the first sign-in, replace the one-time password that an administrator gave you. All other devices are signed out.',
  changePassword: 'Change password',
  changePasswordHint:
    'If you have no password or forgot it, sign out, sign in with a code, and set a new password in the app.',
  oldPassword: 'Current password',
  newPassword: 'New password',
  passwordChanged: 'The password was changed, and other devices were signed out',
  authenticator: 'Authenticator app',
  authenticatorLead:
    'With an authenticator app, signing in on a new device takes your password and the six digits that the app shows.',
  notEnrolled: 'Not set up',
  enrolledAt: (time) => `Set up ${time}`,
  operatorNeeds: 'An operator needs two factors. Set up an authenticator app.',
  enrol: 'Set up an authenticator app',
  passwordHint: 'Type your password first.',
  confirm: 'Confirm',
  recoveryCodes: 'Recovery codes',
  codesLeft: (count) => `${count} left`,
  fewCodes: 'Few recovery codes are left. Create new ones.',
  replace: 'Create new recovery codes',
  replaceHint: 'All earlier recovery codes become invalid.',
  remove: 'Remove the authenticator app',
  removeText:
    'Signing in no longer takes a code from the app, and the recovery codes become invalid. If your organisation requires two steps, a code by text message or mail is still needed.',
  removed: 'Authenticator app removed',
  devices: 'Devices',
  devicesLead:
    'Your account signed in on these devices. Withdraw one that is lost or unknown: its sessions end at once.',
  thisDevice: 'This device',
};
