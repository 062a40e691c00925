import './without-locks.ts';
import '../../src/platform/adapters/web/sqlite.worker.ts';
