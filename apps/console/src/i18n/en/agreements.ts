import type { Texts } from '../texts.ts';

export const agreements: Texts['agreements'] = {
  lead: 'What people agree to before they sign in. A published version is in force at once. Apps show it in the chosen language.',
  names: { eula: 'Service agreement', 'privacy-policy': 'Privacy policy' },
  inForce: 'In force',
  version: 'Version',
  source: 'Source',
  sources: { built_in: 'Built in', published: 'Published here', files: 'Files on the server (LEGAL_DIR)' },
  filesHint:
    'LEGAL_DIR on the server provides this agreement, so that it cannot be published here. Change the files and restart the service, or remove the setting.',
  publishedAt: 'Published',
  publishedBy: 'Published by',
  title: 'Title',
  text: 'Text',
  language: 'Language',
  languages: { zh: '中文', en: 'English' },
  preview: 'Preview',
  versions: 'Published versions',
  emptyTitle: 'No version is published yet',
  emptyHint:
    'Apps show the built-in text. Once you publish a version of your own, it is in force at once, and earlier versions remain here.',
  publish: 'Publish a new version',
  form: {
    title: (name) => `New version: ${name}`,
    versionHint: 'For example 2.0; not the number of an earlier version',
    versionFault: 'At most 30 letters, digits, dots, underscores or hyphens',
    textHint: '## begins a heading, an empty line a paragraph, - or 1. a list.',
    titleOf: (language) => `Title (${language})`,
    textOf: (language) => `Text (${language})`,
    submit: 'Check and publish',
    confirmTitle: (name, version) => `Publish ${name} ${version}?`,
    confirmText:
      'The new version is in force for everybody at once. It cannot be withdrawn, only replaced by another version.',
    confirm: 'Publish',
    done: (version) => `Version ${version} is in force`,
  },
};
