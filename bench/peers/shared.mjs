/** Definitions that the schemas of all peers share. */
import transactionSchema from '../../schemas/2.1/transaction.json' with { type: 'json' };

export { transactionSchema };
export const TIMESTAMP = new RegExp(transactionSchema.properties.timestamp.pattern, 'u');
export const TYPES = ['sale', 'refund', 'void', 'credit_note', 'exchange'];
export const CATEGORIES = ['S', 'Z', 'E', 'AE', 'O'];
export const SCHEMES = transactionSchema.$defs.Tax.properties.scheme.enum;
export const METHODS = ['cash', 'card', 'mobile', 'transfer', 'other'];
