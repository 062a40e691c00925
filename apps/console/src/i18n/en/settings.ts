import type { Texts } from '../texts.ts';
import { counted } from './counted.util.ts';

const people = (count: number) => counted(count, 'member', 'members');

export const settings: Texts['settings'] = {
  lead: 'Name, sign-in requirements and document rules of the organisation.',
  identity: 'Organisation',
  name: 'Name',
  logo: 'Logo',
  logoOf: (name) => `Logo of ${name}`,
  chooseLogo: 'Choose an image',
  removeLogo: 'Remove logo',
  logoHint: 'PNG, JPEG or WebP, at most 47 KB. Members see it in the app.',
  logoFault: 'Choose a PNG, JPEG or WebP image of at most 47 KB',
  signIn: 'Sign-in',
  secondFactor: 'Second factor',
  secondFactorHint: 'Whether sign-in requires both a password and a code',
  secondFactors: { none: 'Not required', new_devices: 'On new devices', always: 'At every sign-in' },
  secondFactorHints: {
    none: 'A password or a code is enough',
    new_devices: 'Not on a device that was verified within 30 days',
    always: 'Always a password and a code',
  },
  lockedOut: (count) =>
    `${people(count)} without a verified phone number or email address can’t receive a code and will be locked out.`,
  documents: 'Documents',
  otherClients: 'Let other clients open documents',
  otherClientsHint: 'Third-party clients without a registered device may also request to open documents.',
  exactPages: 'Exact pages',
  exactPagesHint:
    'Whether the app draws office documents on the device as their own program does. The engine is about 60 MB, and documents don’t leave the device.',
  exactPagesModes: { off: 'Off', ask: 'Ask before downloading', preload: 'Download in advance' },
  exactPagesModeHints: {
    off: 'The app has the quick view only',
    ask: 'The app asks members at their first use, and then downloads the engine',
    preload:
      'The app downloads the engine after sign-in on an unmetered connection. Members can cancel and delete it',
  },
  renditions: 'Let the service convert documents',
  renditionsHint:
    'Phones can’t draw exact pages. If this is on and a member opens an office document of an application, the service converts it to PDF in an isolated process without network and disk, and encrypts it with the rights of the original. The service sees the content during the conversion, so this is off by default.',
  fullTextSearch: 'Search documents by their text',
  fullTextSearchHint:
    'The app indexes documents that were opened on a device, so that its search finds them by their text. The index consists of hashes under a key of the account. It contains no text, doesn’t leave the device, and is deleted when the licence ends, the document is withdrawn or the member signs out.',
  printing: 'Printing',
  printingHint:
    'Members print documents up to this level in a browser, with the watermark in every page. Documents that forbid downloads or screen captures are never printed. The audit records each print with its number of pages. Off by default, because a printed page can no longer be withdrawn.',
  printingUpTo: (level) => (level === null ? 'Not allowed' : `Up to level ${level}`),
  insightOnPeople: 'Show figures of people to administrators',
  insightOnPeopleHint:
    'Administrators see the open tasks and the waiting time of each member under Insight. These are personal data and off by default; each reading is audited. Inform members as your law requires before you switch this on. Members always see their own figures in the app.',
  retention: 'Retention',
  retentionHint:
    'Content whose time is over is deleted for good and can’t be restored to the app. Applications in progress or returned stay, and so does the audit log.',
  messageDays: 'Keep messages for days',
  messageDaysHint: 'At least 30. Empty: as long as the service keeps them.',
  applicationDays: 'Keep ended applications for days',
  applicationDaysHint:
    'From their end, at least 365, because the insight covers a year. Empty: as long as the service keeps them.',
  archiveApplications: 'Archive applications before they are deleted',
  archiveApplicationsHint:
    'Applications whose time is over are written to signed archive files before they are deleted: with their tasks, decisions, acts and comments, and the names and digests of their files, without the content of the files. Members no longer see them in the app; operators export and verify the archives. Archives contain pseudonyms of people, which can’t be resolved after the data of a person is deleted. If this is off, applications are deleted without an archive.',
  deploymentKeepsAll: 'The service never deletes them.',
  deploymentKeeps: (days) => `The service keeps them for at most ${counted(days, 'day', 'days')}.`,
  sentenceGap: ' ',
  daysBetween: (min, max) => `Enter a whole number from ${min} to ${max}, or nothing`,
  daysFixed: 'The service keeps them for a shorter time, so this must be empty',
  keptFor: (days) => (days === null ? 'As the service does' : counted(days, 'day', 'days')),
  confirmTitle: 'Save these settings?',
  effects: {
    name: (members) => `${people(members)} will see the new name.`,
    logo: (members) => `${people(members)} will see the new logo.`,
    secondFactorDropped: (members) =>
      `A password or a code will be enough for ${people(members)} to sign in.`,
    secondFactorDemanded: (members, withoutContact) =>
      `${people(members)} will need a password and a code to sign in.${withoutContact === 0 ? '' : ` Of them, ${withoutContact} without a verified phone number or email address will be locked out.`}`,
    otherClientsAllowed: () =>
      'Third-party clients without a registered device can open documents of this organisation.',
    otherClientsRefused: () => 'Third-party clients can no longer open documents of this organisation.',
    exactPagesOff: () =>
      'Members can no longer open exact pages. Formats that have only exact pages can’t be previewed.',
    exactPagesAsk: () => 'At the first exact pages, the app asks members before it downloads the engine.',
    renditionsOn: () =>
      'The service sees the content of documents that members have converted, during the conversion. The audit records each one.',
    renditionsOff: () => 'The service converts no more documents. The PDFs that it made are deleted.',
    fullTextOn: () => 'The app indexes documents that members open from now on.',
    fullTextOff: () =>
      'The app indexes no more documents. Existing indexes are deleted when the app next contacts the service.',
    printingOn: () =>
      'Members can print documents up to this level under the watermark. The audit records each print.',
    printingOff: () => 'Members can no longer print documents.',
    insightOnPeopleOn: (members) =>
      `Administrators can see the open tasks and the waiting time of ${members} members, and the app tells them so. Each reading is audited.`,
    insightOnPeopleOff: () => 'Administrators no longer see the waiting time of members.',
    messagesKept: (_members, _withoutContact, { messageDays }) =>
      messageDays === null
        ? 'Messages are kept as long as the service keeps them.'
        : `Messages older than ${counted(messageDays, 'day', 'days')} are deleted for good, beginning within a day.`,
    applicationsKept: (_members, _withoutContact, { applicationDays }) =>
      applicationDays === null
        ? 'Ended applications are kept as long as the service keeps them.'
        : `Applications that ended more than ${counted(applicationDays, 'day', 'days')} ago are deleted for good with their files, beginning within a day.`,
    archiveOn: () =>
      'Applications are archived before they are deleted. The archives stay until the organisation is deleted.',
    archiveOff: () => 'Applications are deleted without an archive. Existing archives stay.',
    exactPagesPreload: (members) =>
      `Computer browsers of ${people(members)} will download the engine of about 60 MB on unmetered connections.`,
  },
  operatedTitle: 'Set by operators',
  operatedHint: 'Ask an operator of the deployment to change these settings.',
  namespace: 'Policy namespace',
  server: 'Server',
  thisService: 'This service',
  serviceVersion: 'Service version',
  key: 'Licence key ID',
  deploymentTitle: 'Settings of the whole deployment',
  deploymentHint:
    'They apply to all organisations. Operators change them in the configuration of the service.',
  passwordRules: 'Password rules',
  passwordRuleSets: { specification: 'Length and kinds of characters', length: 'Length only' },
  sessions: 'Sessions last',
  days: (count) => counted(count, 'day', 'days'),
  unlimited: 'Unlimited',
  membership: 'Joining the organisation',
  memberships: { invitation: 'After accepting an invitation', direct: 'As soon as they are added' },
  personQuota: 'Storage per person',
  tenantQuota: 'Storage of the organisation',
  mebibytes: (count) => `${count} MiB`,
  refusedFileTypes: 'Refused file types',
  agreements: 'Terms and privacy policy',
  agreementSources: { built_in: 'Built-in texts', custom: 'Texts of the deployment' },
  codeChannels: 'Codes are sent by',
  channels: { sms: 'Text message', email: 'Email' },
  separator: ', ',
};
