import { createRegistry } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';

export const does = 'structure and all rules, every issue with a message';

export function create() {
  const registry = createRegistry([seReceipt1]);
  // Reading the issues builds their messages.
  return (document) => {
    const { valid, issues } = registry.validate(document, { country: 'SE' });
    return valid && issues.length === 0;
  };
}
