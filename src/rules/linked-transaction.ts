import type { Rule } from '../pack/types.js';

/** Every document but a sale names the original sale. */
export function linkedTransaction(): Rule {
  return {
    id: 'linked-transaction',
    severity: 'error',
    codes: ['required'],
    summary: 'A refund, credit note, exchange or void names the original sale in linkedTransaction.',
    source: 'Service interface, transaction document: linkedTransaction',
    reads: ['type', 'linkedTransaction'],
    check: (run) => {
      const { type, linkedTransaction } = run.transaction;
      if (type === 'sale' || linkedTransaction !== undefined) return;
      run.report(
        'linkedTransaction',
        'required',
        `linkedTransaction is required for a ${type}: name the original sale in originalTransactionId`,
      );
    },
  };
}

/** A void records that nothing was settled. */
export function voidsNotSettled(): Rule {
  return {
    id: 'settled-void',
    severity: 'warning',
    codes: ['settled_void'],
    summary: 'A void is not settled.',
    source: 'Service interface, transaction document: settled',
    reads: ['type', 'settled'],
    check: (run) => {
      const { type, settled } = run.transaction;
      if (type === 'void' && settled)
        run.report('settled', 'settled_void', 'settled is true, but a void is not settled: send false');
    },
  };
}
