import type { Texts } from '../texts.ts';

export const updates: Texts['updates'] = {
  check: 'Check for updates',
  checking: 'Checking',
  latest: 'Up to date',
  offered: (version) => `Version ${version} is available`,
  title: (version) => `Version ${version} is available`,
  lead: (local) => `You have version ${local}`,
  notes: 'What is new',
  later: 'Later',
  download: 'Download now',
  openStore: 'Open the store',
  downloading: 'Downloading the update',
  downloaded: 'Downloaded. Follow the system to install it',
  codeReady: 'A new version is ready',
  codeReadyText: 'It is used after reopening. What you typed is kept.',
  restart: 'Reopen',
  auto: 'Automatic updates',
  autoHint: 'Fetch new versions by themselves and use them from the next start',
};
