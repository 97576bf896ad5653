/** The scheme of sales that an EU One Stop Shop covers. In some member states, it is also the domestic scheme. */
export const OSS_SCHEME = 'EU_VAT';
