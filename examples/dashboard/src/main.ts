import { runServer } from 'receipt-reference-server/run.js';
import { dashboardPlugin } from './plugin.js';

/** Starts the server with the dashboard. */
runServer(dashboardPlugin);
