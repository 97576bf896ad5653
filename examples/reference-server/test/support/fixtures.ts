import type { Fixtures } from '../../src/fixtures.js';

/** The tokens in the fixtures, named after their permissions. */
export const TOKENS = {
  /** Partner app_1 for biz_1, with the scope to write. */
  writer: 'svc_writer_of_biz_1',
  /** Partner app_2 for biz_1, with the scope to write: another app for the same business. */
  otherApp: 'svc_other_app_of_biz_1',
  /** Partner app_1 for biz_2, with the scope to write. */
  writerOfBiz2: 'svc_writer_of_biz_2',
  /** Partner app_1 for biz_1, without scopes. */
  reader: 'svc_reader_of_biz_1',
  /** app_3, which is not a partner, for biz_1, with the scope to write. */
  noPartner: 'svc_no_partner_of_biz_1',
  /** Partner app_1 for biz_no, a Norwegian business. */
  writerInNorway: 'svc_writer_of_biz_no',
  /** Partner app_1 for biz_zz, a business in a country without a rule pack. */
  writerWithoutPack: 'svc_writer_of_biz_zz',
  /** Partner app_1 for biz_many, which has several locations. */
  writerOfMany: 'svc_writer_of_biz_many',
  /** Personal key of own_1, which owns biz_1 and biz_2. */
  ownerWide: 'svck_own_1',
  /** Personal key of own_1, limited to biz_1. */
  pinned: 'svck_own_1_biz_1',
  /** Personal key of own_2, which owns biz_3. */
  otherOwner: 'svck_own_2',
} as const;

/** Businesses, apps and credentials shared by the tests, which add their own endpoints. */
export function fixtures(endpoints: Fixtures['endpoints'] = []): Fixtures {
  const write = ['transactions.write'];
  return {
    businesses: [
      {
        id: 'biz_1',
        ownerId: 'own_1',
        name: 'Kaffebaren',
        legalName: 'Kaffebaren AB',
        orgNumber: '556000-0000',
        vatNumber: 'SE556000000001',
        country: 'SE',
        address: { line1: 'Storgatan 1', postalCode: '111 22', city: 'Stockholm', country: 'SE' },
        locations: 1,
      },
      { id: 'biz_2', ownerId: 'own_1', name: 'Bageriet', country: 'SE' },
      { id: 'biz_3', ownerId: 'own_2', name: 'Kiosken', country: 'SE' },
      { id: 'biz_no', ownerId: 'own_2', name: 'Kafeen', country: 'NO' },
      { id: 'biz_zz', ownerId: 'own_2', name: 'Kiosk', country: 'ZZ' },
      { id: 'biz_many', ownerId: 'own_2', name: 'Kedjan', country: 'SE', locations: 3 },
    ],
    apps: [
      { id: 'app_1', name: 'POS one', partner: true },
      { id: 'app_2', name: 'POS two', partner: true },
      { id: 'app_3', name: 'Reports', partner: false },
    ],
    authorizations: [
      { id: 'auth_1', appId: 'app_1', businessId: 'biz_1', scopes: write, token: TOKENS.writer },
      { id: 'auth_2', appId: 'app_2', businessId: 'biz_1', scopes: write, token: TOKENS.otherApp },
      { id: 'auth_3', appId: 'app_1', businessId: 'biz_2', scopes: write, token: TOKENS.writerOfBiz2 },
      { id: 'auth_4', appId: 'app_1', businessId: 'biz_1', scopes: [], token: TOKENS.reader },
      { id: 'auth_5', appId: 'app_3', businessId: 'biz_1', scopes: write, token: TOKENS.noPartner },
      { id: 'auth_6', appId: 'app_1', businessId: 'biz_no', scopes: write, token: TOKENS.writerInNorway },
      { id: 'auth_8', appId: 'app_1', businessId: 'biz_zz', scopes: write, token: TOKENS.writerWithoutPack },
      { id: 'auth_7', appId: 'app_1', businessId: 'biz_many', scopes: write, token: TOKENS.writerOfMany },
    ],
    personalKeys: [
      { ownerId: 'own_1', businessId: null, key: TOKENS.ownerWide },
      { ownerId: 'own_1', businessId: 'biz_1', key: TOKENS.pinned },
      { ownerId: 'own_2', businessId: null, key: TOKENS.otherOwner },
    ],
    endpoints,
  };
}
