import type { Rule } from '../../src/rule/types.js';

/** Rules for Sweden that data cannot express. */
export const ownRules = (): readonly Rule[] => [locationName()];

/** A business with several locations must name the location of the sale. */
function locationName(): Rule {
  return {
    id: 'location-name',
    severity: 'error',
    codes: ['required', 'too_short'],
    summary: 'With several locations, vendor.locationName is required.',
    source: 'Service interface, vendor: locationName',
    reads: ['vendor.locationName'],
    check: (run) => {
      if (run.business.multiLocation !== true) return;
      const name = run.transaction.vendor.locationName;
      if (name !== undefined && name !== '') return;
      const what = name === undefined ? 'required because' : 'empty, but';
      run.report(
        'vendor.locationName',
        name === undefined ? 'required' : 'too_short',
        `vendor.locationName is ${what} the business has several locations.`,
        { found: name },
      );
    },
  };
}
