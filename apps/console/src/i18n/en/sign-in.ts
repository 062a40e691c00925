import type { Texts } from '../texts.ts';

export const signIn: Texts['signIn'] = {
  title: 'Sign in to the console',
  ways: { password: 'Password', phone: 'Text message', email: 'Email' },
  way: 'Way to sign in',
  username: 'Username, phone number or email address',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  mobileNo: 'Phone number',
  email: 'Email address',
  code: 'Code',
  sendCode: 'Send code',
  sendAgain: (seconds) => `Send again in ${seconds} s`,
  codeSent: 'Code sent',
  submit: 'Sign in',
  secondFactor: 'Second factor',
  secondFactorHint: 'Your organisation asks for a second proof of who you are.',
  secondFactorTo: (contact) => `The code is sent to ${contact}`,
  chooseContact: 'Where to send the code',
  startAgain: 'Start again',
  ended: 'Your session has ended. Sign in again.',
};
