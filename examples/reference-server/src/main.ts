import { runServer } from './run.js';

/** Starts the service without the dashboard. examples/dashboard/src/main.ts starts the service with the dashboard. */
runServer();
