import localesPlugin from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from '../../scripts/compressed.plugin.mjs';

const service = `http://localhost:${process.env['PORT'] ?? '8080'}`;

export default defineConfig({
  base: '/console/',
  plugins: [
    react(),
    // Without it the texts of React Aria are shipped in more than thirty languages.
    { ...localesPlugin.vite({ locales: ['zh-CN', 'en-US'] }), enforce: 'pre' },
    compressed(),
  ],
  build: {
    outDir: 'dist',
    sourcemap: false,
    license: { fileName: 'licences.json' },
    // The content security policy allows no data: scripts, styles or fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': service } },
});
