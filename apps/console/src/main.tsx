import '@sealflow/ui/styles/tokens.css';
import '@sealflow/ui/styles/base.css';
import './console.css';
import { boot } from './app/boot.compose.tsx';

const root = document.getElementById('root');
if (root) void boot(root);
