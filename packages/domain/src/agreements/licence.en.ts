import type { Agreement } from './agreement.ts';

export const licence: Agreement = {
  version: '1.0',
  sections: [
    {
      heading: '1. What this covers',
      paragraphs: [
        'This agreement is between you and the organisation that runs the Sealflow service (the “provider”). It covers everything you do with Sealflow on a phone or in a browser. Your account is opened and managed by your organisation; where its own rules differ, the stricter one holds.',
      ],
    },
    {
      heading: '2. Account and devices',
      paragraphs: [
        'The account is for you alone. Keep the password to yourself, do not lend the account, and do not stay signed in on somebody else’s device.',
        'Once you accept this agreement and the privacy policy, the app makes an id and keys for this device, which prove that a request comes from it. If you lose the device, tell your administrator at once so that it can be withdrawn.',
      ],
    },
    {
      heading: '3. Protected documents',
      paragraphs: [
        'A protected document opens only for people who were given the right, and only for as long as they have it. A watermark with your identity and the time is drawn into the page.',
        'Without permission you may not copy or pass on the content by screenshots, photographs, notes or recordings, remove the watermark, or try to get round the access control.',
        'Every request to open a protected document, granted or refused, is recorded for your organisation’s security audit.',
      ],
    },
    {
      heading: '4. Approvals',
      paragraphs: [
        'What you approve or reject in the app has the same effect as your written decision in the organisation. Check before you send; a decision that took effect cannot be taken back by one side.',
      ],
    },
    {
      heading: '5. Changes and interruptions',
      paragraphs: [
        'The provider does its best to keep the service running. After an interruption by maintenance, network faults or force majeure it is restored as soon as possible; what is stored on your device is not affected.',
        'When this agreement changes, the app shows the new version. Going on using the app means accepting it; otherwise you can stop and sign out.',
      ],
    },
    {
      heading: '6. Liability',
      paragraphs: [
        'Whoever breaks this agreement answers for leaked documents and other damage that follows.',
        'The law of the People’s Republic of China applies. Disputes are settled by talks first, and otherwise by the competent court at the provider’s seat.',
      ],
    },
  ],
};
