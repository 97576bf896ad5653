import type { Business, StoredVendor } from 'receipt-rule-packs';
import type { Row } from '../database/database.js';

/** A business (merchant), as stored. */
export interface BusinessRecord {
  readonly id: string;
  readonly ownerId: string;
  /** The business as it appears in every stored document. */
  readonly vendor: StoredVendor;
  /** The business as passed to the rules. */
  readonly rules: Business;
}

/** The properties that the rules take into account in addition to the country; see `Business`. */
export type BusinessLaw = Pick<Business, 'territory' | 'regimes' | 'duties'>;

/** The columns of `businesses b` that `toBusiness` reads. */
export const BUSINESS_COLUMNS = `b.id AS business_id, b.owner_id, b.name, b.legal_name, b.org_number, b.vat_number,
  b.country, b.address, b.locations, b.law`;

export interface BusinessRow extends Row {
  business_id: string;
  owner_id: string;
  name: string;
  legal_name: string | null;
  org_number: string | null;
  vat_number: string | null;
  country: string;
  address: string | null;
  locations: number;
  law: string | null;
}

export function toBusiness(row: BusinessRow): BusinessRecord {
  return {
    id: row.business_id,
    ownerId: row.owner_id,
    vendor: {
      id: row.business_id,
      name: row.name,
      legalName: row.legal_name ?? undefined,
      orgNumber: row.org_number ?? undefined,
      vatNumber: row.vat_number ?? undefined,
      country: row.country,
      address: row.address === null ? undefined : (JSON.parse(row.address) as StoredVendor['address']),
    },
    rules: {
      country: row.country,
      multiLocation: row.locations > 1,
      vatNumber: row.vat_number ?? undefined,
      ...(row.law !== null && (JSON.parse(row.law) as BusinessLaw)),
    },
  };
}
