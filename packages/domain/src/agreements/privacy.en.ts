import type { Agreement } from './agreement.ts';

export const privacy: Agreement = {
  version: '1.1',
  sections: [
    {
      heading: '1. When we start processing data',
      paragraphs: [
        'Until you agree to the service agreement and this policy, the app does not create a device ID, set a badge or register for push notifications. The only request that it sends to the server is for the text that you are reading.',
      ],
    },
    {
      heading: '2. What data we process',
      paragraphs: [
        'Account: username, phone number or email, name, organisations and roles. We use them to sign you in, show your identity and check your permissions.',
        'Device: an ID created by the app, the device name, the type of system and the device public keys. We use them to bind your sign-in to the device and to issue document licences for it. The private keys are stored only on the device and cannot be exported.',
        'Records: the time and result of sign-ins, document openings, approvals and other actions. We use them for security audits.',
        'Your documents: stored encrypted on the server and decrypted only on your device. Decrypted content is never written to the storage of the device.',
      ],
    },
    {
      heading: '3. What is stored on the device',
      paragraphs: [
        'The device stores your sign-in credential (encrypted), the names and IDs of files you opened recently, the encrypted files you downloaded, and settings such as language and theme. When you sign out, the credential, the file records, the files and the licences are removed.',
      ],
    },
    {
      heading: '4. Who can see this information',
      paragraphs: [
        'The data is stored in the service that your organisation runs. Its administrators can see what their duties require. The app contains no advertising and no third-party analytics. The data is not sold or given to unrelated third parties.',
        'The watermark hides the middle four digits of your phone number. If you have no phone number, it shows your email.',
      ],
    },
    {
      heading: '5. How long it is kept',
      paragraphs: [
        'Account data is kept as long as the account exists. You can delete your account under “Mine”. After the waiting period that the app shows (7 days by default), your name, username, phone number, email, devices and messages are deleted. To cancel the deletion, sign in during the waiting period.',
        'Applications and decisions that others rely on are kept, with “Deleted user” instead of your name. Security audit records are kept, but after the deletion their pseudonyms can no longer be linked to you. The number that your organisation gave you is kept as a digest, so that no one else can get the number and open your documents. Audit records from before this feature contain system IDs or the number that your organisation gave you.',
        'Backups and exports made before the deletion are deleted by the operator and your organisation under their own rules.',
      ],
    },
    {
      heading: '6. Your rights',
      paragraphs: [
        'You can view your information and sign out under “Mine”. Under “Mine” > “Your data” you can export your data, and delete your account to withdraw your consent. You can ask the administrator of your organisation to correct your data, or to delete your membership data after you leave.',
        'For questions about this policy, ask the administrator of your organisation.',
      ],
    },
  ],
};
