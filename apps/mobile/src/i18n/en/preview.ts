import { errorText } from '@sealflow/domain/errors';

export const preview = {
  title: 'Document preview',
  opening: 'Opening…',
  cancel: 'Cancel',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomFit: 'Fit the width',
  tools: 'Preview tools',
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  pageShort: (page: number, pages: number) => `${page} / ${pages}`,
  jump: 'Go to page',
  jumpField: (pages: number) => `Page (1 to ${pages})`,
  jumpWrong: (pages: number) => `Enter a page from 1 to ${pages}`,
  go: 'Go',
  facts: 'About this document',
  contentLabel: (name: string) => `Content of ${name}`,
  emptyDocument: 'This document is empty',
  unknownFormat: 'This format cannot be previewed yet',
  unknownFormatHint: 'The app has no viewer that can show it.',
  fact: {
    name: 'Name',
    format: 'Format',
    size: 'Size',
    tenant: 'Organisation',
    flow: 'Application',
    protection: 'Protection',
    leaseEnd: 'Licensed until',
  },
  sealed: 'Encrypted',
  plain: 'Not encrypted',
  unknown: 'Unknown',
  signInAgain: 'Sign in again',
  problems: {
    noTenant: {
      title: 'You cannot preview this: your account has no organisation',
      hint: 'Ask an administrator to add your account to the organisation, then try again.',
    },
    otherTenant: {
      title: 'The file could not be opened. It may not belong to the current organisation',
      hint: 'Ask the sender which organisation it belongs to, or ask an administrator to add you to it.',
    },
    signedOut: { title: 'You are signed out', hint: 'Sign in again to open the document.' },
    deviceUnknown: {
      title: 'This device is not registered, or was withdrawn',
      hint: 'Signing in again registers it. No document is lost.',
    },
    notAllowed: {
      title: 'You do not have the right to open this document',
      hint: 'Ask its owner or an administrator of the organisation for access.',
    },
    notCleared: {
      title: 'Your clearance is too low for this document',
      hint: 'Ask an administrator of the organisation.',
    },
    withdrawn: { title: 'This document has been withdrawn', hint: 'Ask its owner if you still need it.' },
    obligation: {
      title: 'This device cannot provide the protection this document requires',
      hint: 'Open it in the phone app, or ask an administrator.',
    },
    damaged: {
      title: 'The document is damaged or has been tampered with',
      hint: 'Nothing of it was shown. Ask the sender for a new copy.',
    },
    protectionUnknown: {
      title: 'This kind of protection is not supported',
      hint: 'Update the app, or ask the sender.',
    },
    foreignKey: {
      title: 'This document was encrypted by another system',
      hint: 'Its key is not with this service. Ask the sender.',
    },
    offline: {
      title: 'The service cannot be reached',
      hint: 'Attachments, and protected documents opened for the first time, need a network connection. Check it and try again.',
    },
    serviceFailed: { title: 'The service cannot respond right now', hint: 'Try again later.' },
    leaseEnded: { title: 'The offline licence has expired', hint: 'Go online and open it again.' },
    missing: { title: 'The file does not exist', hint: 'It may have been deleted.' },
    changed: {
      title: 'The file has been updated',
      hint: 'It changed on the server while you were reading. Open it again.',
    },
    storageFull: { title: 'The device has no space left', hint: 'Free up some space and try again.' },
    storageUnavailable: {
      title: 'The storage of this device cannot be used',
      hint: 'Private browsing may prevent it.',
    },
    imageFailed: {
      title: errorText('app.image_load_failed', 'en'),
      hint: 'The file may also be damaged. You can try again.',
    },
    unreadable: {
      title: 'The content cannot be shown',
      hint: 'The file may be incomplete, or not what its name says.',
    },
    password: { title: 'This PDF has a password', hint: 'PDF files with a password cannot be opened yet.' },
    tooSlow: { title: 'Showing this document took too long', hint: 'It was stopped. You can try again.' },
    tooLarge: {
      title: 'The picture is too large for this device',
      hint: 'Open it on a device with more memory.',
    },
    unknown: {
      title: 'The document could not be opened',
      hint: 'Try again; if it still fails, ask an administrator.',
    },
  },
};
