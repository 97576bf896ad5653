/** A thread's entry point must be plain JavaScript. It registers tsx, as the main process does, to load the sources. */
import { register } from 'tsx/esm/api';

register();
await import('./thread.ts');
