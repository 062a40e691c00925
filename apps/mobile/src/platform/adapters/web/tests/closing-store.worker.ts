import './closing-store.ts';
import '../sqlite.worker.ts';
