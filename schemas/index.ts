import errorResponse from './2.1/error-response.json' with { type: 'json' };
import listResponse from './2.1/list-response.json' with { type: 'json' };
import storedTransaction from './2.1/stored-transaction.json' with { type: 'json' };
import transaction from './2.1/transaction.json' with { type: 'json' };
import webhookEvent from './2.1/webhook-event.json' with { type: 'json' };

export { errorResponse, listResponse, storedTransaction, transaction, webhookEvent };

/** The JSON Schemas (2020-12) of schema 2.1 by file name. They refer to each other by relative `$ref`. */
export const schemas = {
  transaction,
  'stored-transaction': storedTransaction,
  'webhook-event': webhookEvent,
  'list-response': listResponse,
  'error-response': errorResponse,
} as const;
