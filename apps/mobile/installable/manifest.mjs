/** @param {string} name @param {string} url */
const shortcut = (name, url) => ({
  name,
  url,
  icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
});

/** File types that the system may open with the installed app, by media type and extension. */
const opened = {
  'application/pdf': ['.pdf'],
  'application/ofd': ['.ofd'],
  'application/octet-stream': ['.tdf'],
  'application/msword': ['.doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.ms-excel': ['.xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.ms-powerpoint': ['.ppt'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['.pptx'],
  'application/epub+zip': ['.epub'],
  'text/plain': ['.txt'],
  'text/calendar': ['.ics'],
  'text/vcard': ['.vcf'],
  'text/csv': ['.csv'],
  'message/rfc822': ['.eml'],
};

/**
 * How the system presents the installed app. Its title is Chinese (specification section 1).
 * @type {Partial<import('vite-plugin-pwa').ManifestOptions>}
 */
export const manifest = {
  id: '/',
  name: '密件通',
  short_name: '密件通',
  description: '企业加密文档与审批',
  lang: 'zh-CN',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  theme_color: '#ffffff',
  background_color: '#f5f6f7',
  categories: ['business', 'productivity'],
  // A second launch focuses the open window, so that typed text is not lost.
  launch_handler: { client_mode: 'focus-existing' },
  file_handlers: [{ action: '/document', accept: opened }],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
  shortcuts: [shortcut('消息', '/sessionlist'), shortcut('文档', '/document'), shortcut('工作', '/work')],
};
