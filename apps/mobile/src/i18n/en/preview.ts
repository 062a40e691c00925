import { errorText } from '@sealflow/domain/errors';

export const preview = {
  title: 'Document preview',
  opening: 'Opening…',
  cancel: 'Cancel',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomFit: 'Fit to width',
  tools: 'Preview tools',
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  pageShort: (page: number, pages: number) => `${page} / ${pages}`,
  pagesOf: (left: number, right: number, pages: number) => `Pages ${left} and ${right} of ${pages}`,
  pagesShort: (left: number, right: number, pages: number) => `${left}–${right} / ${pages}`,
  pairs: 'Two pages side by side',
  jump: 'Go to page',
  jumpField: (pages: number) => `Page (1 to ${pages})`,
  jumpWrong: (pages: number) => `Enter a page from 1 to ${pages}`,
  go: 'Go',
  search: 'Search',
  searchField: 'Search in document',
  searchClose: 'Close search',
  searchPrevious: 'Previous match',
  searchNext: 'Next match',
  searching: 'Searching…',
  searchNone: 'Nothing found',
  matchShort: (current: number, count: number) => `${current}/${count}`,
  matchOf: (current: number, count: number) => `Match ${current} of ${count}`,
  contents: 'Contents and pages',
  outline: 'Contents',
  noOutline: 'This document has no table of contents',
  thumbnails: 'Pages',
  fold: (title: string) => `Collapse ${title}`,
  unfold: (title: string) => `Expand ${title}`,
  pageLabel: (page: number) => `Page ${page}`,
  linkTo: (page: number) => `Link to page ${page}`,
  brokenPage: 'This page is damaged and can’t be shown',
  rotate: 'Rotate',
  passwordTitle: 'This document is password-protected',
  passwordHint: 'The author set the password. Ask the sender for it.',
  passwordField: 'Document password',
  passwordEmpty: 'Enter the password',
  passwordWrong: (wrong: number) =>
    wrong === 1 ? 'Wrong password. Try again' : 'Wrong password. You can try once more',
  passwordOpen: 'Open',
  exact: {
    show: 'Exact pages',
    showLight: 'Back to the quick view',
    onlyTitle: 'This format is shown as exact pages',
    onlyHint: 'It has no quick view. Exact pages work in Chrome, Edge or Firefox on a computer.',
    offHint: 'It has no quick view, and your organisation has switched exact pages off.',
    consentTitle: 'Download the exact pages engine?',
    consentText:
      'Exact pages draw the document on this device as its own program does. The document doesn’t leave the device. The first use downloads about 60 MB; after that it works offline, and you can delete it in Storage.',
    download: 'Download',
    downloading: 'Downloading the exact pages engine…',
    converting: 'Drawing exact pages…',
    downloadFailed:
      'The exact pages engine couldn’t be downloaded. Check the network and try again. What was downloaded is kept.',
    storageFull:
      'The device is out of space for the exact pages engine. Free some space and try again. What was downloaded is kept.',
    engineDamaged:
      'Files of the exact pages engine were damaged, and the damaged part was deleted. Try again to download that part.',
    conversionFailed: 'The exact pages of this document couldn’t be drawn. The quick view is still shown.',
    obstacles: {
      notBuilt: 'This version of the app has no exact pages. Open the document in a browser on a computer.',
      notIsolated:
        'This browser can’t isolate the page, so it can’t draw exact pages. Use Chrome, Edge or Firefox on a computer, over https.',
      littleMemory: 'This device doesn’t have enough memory for exact pages. The quick view is still shown.',
    },
  },
  facts: 'About this document',
  contentLabel: (name: string) => `Content of ${name}`,
  emptyDocument: 'This document is empty',
  unknownFormat: 'Preview isn’t supported for this format',
  unknownFormatHint: 'The app doesn’t have a viewer for it yet.',
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
  applyForAccess: 'Apply for access',
  problems: {
    noTenant: {
      title: errorText('file.no_tenant', 'en'),
      hint: 'Ask your administrator to add your account to the organisation, then try again.',
    },
    otherTenant: {
      title: errorText('file.open_failed', 'en'),
      hint: 'Ask the sender which organisation the file belongs to, or ask its administrator to add you.',
    },
    signedOut: { title: 'You’re signed out', hint: 'Sign in again to open the document.' },
    deviceUnknown: {
      title: 'This device isn’t registered or was removed',
      hint: 'Sign in again to register it. Your documents are safe.',
    },
    notAllowed: {
      title: 'You don’t have permission to open this document',
      hint: 'Apply to the document’s owner for access, or ask your organisation’s administrator.',
    },
    notCleared: {
      title: 'Your clearance is too low for this document',
      hint: 'Ask your organisation’s administrator.',
    },
    withdrawn: { title: 'This document has been withdrawn', hint: 'If you still need it, ask its owner.' },
    obligation: {
      title: 'This device can’t provide the protection this document requires',
      hint: 'Open it in the phone app, or ask your administrator.',
    },
    notMember: {
      title: 'Your account no longer has access to this organisation’s documents',
      hint: 'The account may be disabled or no longer belong to the organisation. Ask the organisation’s administrator. Licences saved on this device were removed.',
    },
    browserExcluded: {
      title: 'Documents with this classification can’t be opened here',
      hint: 'The organisation allows only the phone app. Open it there.',
    },
    keyWithdrawn: {
      title: 'The key for this document is no longer in use',
      hint: 'The organisation has withdrawn the key. Ask its administrator.',
    },
    captureForbidden: {
      title: 'This document blocks screenshots, which this device can’t prevent',
      hint: 'Open it on a device that can block screenshots, or ask its owner.',
    },
    damaged: {
      title: 'The document is damaged or has been tampered with',
      hint: 'For your security, nothing was shown. Ask the sender for a new copy.',
    },
    protectionUnknown: {
      title: 'This type of protection isn’t supported',
      hint: 'Update the app, or check with the sender.',
    },
    foreignKey: {
      title: 'This document was encrypted by another system',
      hint: 'Your organisation doesn’t hold all of its key. Ask the sender to encrypt it for your organisation only.',
    },
    offline: {
      title: 'Can’t reach the service',
      hint: 'You must be online for attachments and for protected documents you open for the first time. Check your connection and try again.',
    },
    serviceFailed: { title: 'The service can’t respond right now', hint: 'Try again later.' },
    leaseEnded: { title: 'The offline licence has expired', hint: 'Go online and open it again.' },
    missing: { title: 'The file doesn’t exist', hint: 'It may have been deleted.' },
    changed: {
      title: 'The file has been updated',
      hint: 'It changed on the server while you were reading. Open it again.',
    },
    storageFull: { title: 'The device is out of storage space', hint: 'Free up some space and try again.' },
    storageUnavailable: {
      title: 'Can’t use the storage on this device',
      hint: 'Private browsing may block storage.',
    },
    deviceLocked: { title: 'The phone is locked', hint: 'Unlock it and try again.' },
    storageBusy: {
      title: 'Another window of this app is using the storage',
      hint: 'Close the other window and try again.',
    },
    storageInterrupted: {
      title: 'Storage access was interrupted',
      hint: 'Your change may not be saved. Try again.',
    },
    imageFailed: {
      title: errorText('app.image_load_failed', 'en'),
      hint: 'The file may also be damaged. Try again.',
    },
    viewerNotLoaded: {
      title: 'Couldn’t load the document viewer',
      hint: 'The document itself is fine. Check your connection and try again.',
    },
    unreadable: {
      title: 'The content can’t be shown',
      hint: 'The file may be incomplete, or its content may not match its format.',
    },
    password: {
      title: 'This document can’t be opened without its password',
      hint: 'Ask the sender for the password, then try again.',
    },
    encryptionUnsupported: {
      title: 'The encryption of this document isn’t supported',
      hint: 'Remove its password or rights protection in Office and send it again, or save it as PDF.',
    },
    tooSlow: { title: 'This document took too long to show', hint: 'Loading was stopped. Try again.' },
    tooLarge: {
      title: 'The document is too large for this device',
      hint: 'Open it on a device with more memory.',
    },
    mediaUnsupported: {
      title: 'This device can’t play this file',
      hint: 'The browser doesn’t support its encoding. Try another device or browser, or ask the sender for an MP4 (H.264).',
    },
    pictureUnsupported: {
      title: 'This device can’t show this picture',
      hint: 'The system on this device doesn’t support HEIC. Update the system or use another device, or ask the sender for a JPEG or PNG.',
    },
    soundUnavailable: {
      title: 'This device can’t play this file',
      hint: 'Its sound output isn’t available. Check the speakers or headphones and try again.',
    },
    unknown: {
      title: 'Couldn’t open the document',
      hint: 'Try again. If it still fails, ask your administrator.',
    },
  },
};
