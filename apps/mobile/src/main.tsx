import '@sealflow/viewers/polyfills.ts';
import '@sealflow/ui/styles/tokens.css';
import '@sealflow/ui/styles/base.css';
import { boot } from './app/boot.compose.tsx';

const root = document.getElementById('root');
// If a feature is missing, the browser check shows its own page.
const isSupported = !document.documentElement.hasAttribute('data-unsupported');
if (root && isSupported) void boot(root);
