import { runServer } from 'receipt-reference-server/run.js';
import { dashboardAddOn } from './add-on.js';

/** The service with the dashboard. */
runServer(dashboardAddOn);
