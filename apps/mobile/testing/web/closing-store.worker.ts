import './closing-store.ts';
import '../../src/platform/adapters/web/sqlite.worker.ts';
