import type { Agreement } from './agreement.ts';

export const privacy: Agreement = {
  version: '1.1',
  sections: [
    {
      heading: '1. When processing begins',
      paragraphs: [
        'Until you accept the service agreement and this policy, the app makes no device id, sets no badge, registers no push and sends no request to the server but for the text that you are reading.',
      ],
    },
    {
      heading: '2. What is processed',
      paragraphs: [
        'Account: sign-in name, phone number or e-mail, name, organisations and roles, to sign you in, to show who you are and to decide what you may do.',
        'Device: an id made by the app, the device’s name, the kind of system and its public keys, to bind your sign-in to it and to issue licences for documents. The private keys stay on the device and cannot be exported.',
        'Records: time and result of signing in, opening documents and deciding tasks, for the security audit.',
        'Your documents: kept encrypted on the server and decrypted on your device alone. Decrypted content is never written to its storage.',
      ],
    },
    {
      heading: '3. What stays on the device',
      paragraphs: [
        'The sign-in credential (encrypted), names and ids of files you opened lately, encrypted files you downloaded, and settings such as language and theme. Signing out removes the credential, the file records, the files and the licences.',
      ],
    },
    {
      heading: '4. Who can see it',
      paragraphs: [
        'The data lies in the service that your organisation runs; its administrators see what their duties need. The app has no advertising and no third-party analytics, and nothing is sold or given to others.',
        'In the watermark the middle four digits of your phone number are hidden; where there is no phone number, the e-mail is shown.',
      ],
    },
    {
      heading: '5. For how long',
      paragraphs: [
        'Account data is kept as long as the account exists. Under “Mine” you delete the account: after the waiting time that the app shows (7 days by default) your name, user name, phone number, e-mail address, devices and messages are deleted. Signing in before withdraws the deletion.',
        'Applications and decisions that others rely on stay, with “Deleted user” in place of your name. Audit records stay; after the deletion nobody can tell whom their pseudonyms stand for. A digest of the number that your organisation gave you stays, so that nobody else gets that number and opens your documents. Audit records from before this feature hold the system’s ids and the number that your organisation gave you.',
        'Backups and exports made before the deletion are deleted by the operator and your organisation, by their own rules.',
      ],
    },
    {
      heading: '6. Your rights',
      paragraphs: [
        'Under “Mine” you see your data and sign out. Under “Mine”, “Your data”, you export your data and delete your account, which withdraws your consent. Ask the administrator of your organisation to correct your data, or to delete your membership data after you left.',
        'For questions about this policy, ask the administrator of your organisation.',
      ],
    },
  ],
};
