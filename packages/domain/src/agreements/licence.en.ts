import type { Agreement } from './agreement.ts';

export const licence: Agreement = {
  version: '1.0',
  sections: [
    {
      heading: '1. Scope of this agreement',
      paragraphs: [
        'This agreement is between you and the organisation that runs the Sealflow service (the “provider”). It covers all your use of Sealflow on a phone or in a browser. Your organisation creates and manages your account. If its own rules differ from this agreement, the stricter rule applies.',
      ],
    },
    {
      heading: '2. Account and devices',
      paragraphs: [
        'The account is for your use only. Keep your password safe, do not share your account, and do not stay signed in on another person’s device.',
        'After you agree to this agreement and the privacy policy, the app creates an ID and keys for the current device. They prove that a request comes from this device. If you lose the device, tell your administrator immediately so that it can be removed.',
      ],
    },
    {
      heading: '3. Protected documents',
      paragraphs: [
        'Only people with permission can open a protected document, and only while the permission is valid. While the document is open, the page shows a watermark with your identity and the time.',
        'Without permission you must not copy or distribute the content by screenshots, photographs, transcripts, screen recordings or other means, remove the watermark, or try to bypass access control.',
        'Every request to open a protected document, whether granted or refused, is recorded for your organisation’s security audit.',
      ],
    },
    {
      heading: '4. Approvals',
      paragraphs: [
        'Approvals, rejections and other actions in the app have the same effect as your written decisions in the organisation. Check the content before you submit. An action that has taken effect cannot be withdrawn unilaterally.',
      ],
    },
    {
      heading: '5. Changes and interruptions of the service',
      paragraphs: [
        'The provider does its best to keep the service available. After an interruption caused by maintenance, network failures or force majeure, the provider restores the service as soon as possible. Content stored on your device is not affected.',
        'When this agreement changes, the app shows the new version. By continuing to use the app, you accept the new version. If you do not accept it, you can stop using the app and sign out.',
      ],
    },
    {
      heading: '6. Liability',
      paragraphs: [
        'A person who violates this agreement is liable for any document leak or other damage that results.',
        'This agreement is governed by the law of the People’s Republic of China. The parties first try to settle disputes by negotiation. If that fails, the competent people’s court at the location of the provider decides.',
      ],
    },
  ],
};
