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
      if (name === undefined) {
        run.report(
          'vendor.locationName',
          'required',
          'vendor.locationName is required because the business has several locations.',
        );
      } else if (name === '') {
        run.report(
          'vendor.locationName',
          'too_short',
          'vendor.locationName is empty, but the business has several locations. Name the location of the sale.',
          { found: name },
        );
      }
    },
  };
}
