import type { DashboardContext, Route } from '../request-context.js';
import { appTokenRoutes } from './app-tokens.js';
import { appRoutes } from './apps.js';
import { auditRoutes } from './audit.js';
import { businessRoutes } from './business.js';
import { businessListRoutes } from './businesses.js';
import { deliveryRoutes } from './delivery.js';
import { deliveryListRoutes } from './deliveries.js';
import { endpointRoutes } from './endpoint.js';
import { endpointSettingsRoutes } from './endpoint-settings.js';
import { endpointListRoutes } from './endpoints.js';
import { findRoutes } from './find.js';
import { newEndpointRoutes } from './new-endpoint.js';
import { overviewRoutes } from './overview.js';
import { personalKeyRoutes } from './personal-keys.js';
import { rejectedRequestRoutes } from './rejected-requests.js';
import { rejectionRoutes } from './rejections.js';
import { replayRoutes } from './replay.js';
import { searchRoutes } from './search.js';
import { testEventRoutes } from './test-event.js';
import { transactionRoutes } from './transactions.js';

/** Returns all routes for signed-in users. */
export function allRoutes(context: DashboardContext): Route[] {
  return [
    overviewRoutes,
    endpointListRoutes,
    newEndpointRoutes,
    endpointRoutes,
    endpointSettingsRoutes,
    replayRoutes,
    testEventRoutes,
    deliveryListRoutes,
    deliveryRoutes,
    rejectionRoutes,
    businessListRoutes,
    businessRoutes,
    personalKeyRoutes,
    rejectedRequestRoutes,
    findRoutes,
    searchRoutes,
    transactionRoutes,
    appRoutes,
    appTokenRoutes,
    auditRoutes,
  ].flatMap((routes) => routes(context));
}
