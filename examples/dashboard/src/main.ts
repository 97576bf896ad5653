import { runServer } from 'receipt-reference-server/run.js';
import { dashboardPlugin } from './plugin.js';

/** The service with the dashboard. */
runServer(dashboardPlugin);
