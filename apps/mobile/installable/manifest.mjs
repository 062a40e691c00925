/** @param {string} name @param {string} url */
const shortcut = (name, url) => ({
  name,
  url,
  icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
});

/**
 * What the system shows of the installed app. Its title is Chinese (specification section 1).
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
  // A second press on the icon comes back to what is open, with whatever was typed there.
  launch_handler: { client_mode: 'focus-existing' },
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
  shortcuts: [shortcut('消息', '/sessionlist'), shortcut('文档', '/document'), shortcut('工作', '/work')],
};
