import './without-locks.ts';
import '../sqlite.worker.ts';
