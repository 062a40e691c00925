import type { Texts } from '../texts.ts';

export const deployment: Texts['deployment'] = {
  sources: { environment: 'Set by the environment of the server', stored: 'Set up', none: 'Not set up' },
  changed: (time) => `Changed ${time}`,
  fromEnvironment:
    'These settings come from the environment of the server and can be changed only on the server.',
  keepSecret: 'Leave it empty to keep the stored one.',
  clear: 'Clear the settings',
  testSend: 'Send a test message',
  mail: {
    title: 'Mail',
    lead: 'Sealflow sends verification codes and notices through your mail server. Without one, no mail is sent.',
    host: 'Server',
    port: 'Port',
    tls: 'Encryption',
    tlsKinds: { implicit: 'TLS (usually port 465)', starttls: 'STARTTLS (usually port 587)' },
    username: 'Username',
    usernameHint: 'Leave it empty if the server requires no sign-in.',
    password: 'Password',
    from: 'Sender',
    fromHint: 'For example: Sealflow <noreply@example.com>',
    testTo: 'Address of the test mail',
    tested: (to) => `The mail server accepted the test mail. Look into the mailbox of ${to}.`,
    clearText: 'Verification codes and notices can’t be sent by mail afterwards.',
    portInvalid: 'Type a number from 1 to 65535',
  },
  sms: {
    title: 'Text messages',
    lead: 'Sealflow sends verification codes through an SMS gateway. Without one, nobody can sign in or reset a password by phone number.',
    url: 'Address of the gateway',
    urlHint: 'Begins with https://. The operator’s guide describes the request.',
    token: 'Access token',
    testTo: 'Phone number of the test message',
    tested: (to) => `The gateway accepted the test message. Look at the phone ${to}.`,
    clearText: 'Verification codes can’t be sent by text message afterwards.',
  },
  masterKey: {
    title: 'Backup of the master key',
    lead: 'The master key protects all licence keys and the secrets of authenticator apps. Without it, sealed documents can never be opened again, and nobody can restore them.',
    place: 'Place',
    id: 'Key ID',
    sources: {
      generated: 'A file that the service created at its first start',
      file: 'A file that the environment names',
      environment: 'The environment of the server',
    },
    source: 'Source',
    state: 'Backup',
    confirmed: (time) => `Confirmed ${time}`,
    unconfirmed: 'Not confirmed',
    howTo:
      'Copy the master key to another safe place, such as a password vault, apart from the backups of the database.',
    stored: 'I have stored a copy of the master key apart from the backups of the database',
    confirm: 'Confirm the backup',
    reminder:
      'The backup of the master key is not confirmed. Without the master key, sealed documents can never be opened again.',
  },
};
