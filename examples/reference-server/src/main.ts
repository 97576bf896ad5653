import { runServer } from './run.js';

/** The service alone. examples/dashboard/src/main.ts starts it with the dashboard. */
runServer();
