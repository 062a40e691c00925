import './polyfills.ts';
import './ui/tokens.css';
import './ui/base.css';
import { boot } from './app/boot.compose.tsx';

const root = document.getElementById('root');
// If a feature is missing, the browser check shows its own page.
const isSupported = !document.documentElement.hasAttribute('data-unsupported');
if (root && isSupported) void boot(root);
