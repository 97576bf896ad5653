import { runServer } from './run.js';

/** The service without the dashboard. examples/dashboard/src/main.ts starts it with the dashboard. */
runServer();
