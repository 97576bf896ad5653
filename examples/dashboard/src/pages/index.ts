import type { DashboardContext, Route } from '../request-context.js';
import { appRoutes } from './apps.js';
import { businessRoutes } from './business.js';
import { businessListRoutes } from './businesses.js';
import { deliveryRoutes } from './delivery.js';
import { deliveryListRoutes } from './deliveries.js';
import { endpointRoutes } from './endpoint.js';
import { endpointListRoutes } from './endpoints.js';
import { newEndpointRoutes } from './new-endpoint.js';
import { overviewRoutes } from './overview.js';
import { personalKeyRoutes } from './personal-keys.js';
import { rejectedRequestRoutes } from './rejected-requests.js';
import { searchRoutes } from './search.js';
import { testEventRoutes } from './test-event.js';
import { transactionRoutes } from './transactions.js';

/** Every page and action for signed-in users. */
export function allRoutes(context: DashboardContext): Route[] {
  return [
    overviewRoutes,
    endpointListRoutes,
    newEndpointRoutes,
    endpointRoutes,
    testEventRoutes,
    deliveryListRoutes,
    deliveryRoutes,
    businessListRoutes,
    businessRoutes,
    personalKeyRoutes,
    rejectedRequestRoutes,
    searchRoutes,
    transactionRoutes,
    appRoutes,
  ].flatMap((routes) => routes(context));
}
