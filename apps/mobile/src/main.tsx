import './polyfills.ts';
import './ui/tokens.css';
import './ui/base.css';
import { boot } from './app/boot.tsx';

const root = document.getElementById('root');
// The browser check shows there what the browser lacks.
const isSupported = !document.documentElement.hasAttribute('data-unsupported');
if (root && isSupported) void boot(root);
