import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fixturesSchema from './fixtures.schema.json' with { type: 'json' };
import { createRegistry, UsageError } from 'receipt-rule-packs';
import type { BusinessLaw } from './businesses/business.js';
import { hashToken } from './credentials/token.js';
import { addQueues } from './delivery/queues.js';
import type { Database } from './database/database.js';
import { checkEvents, EndpointError, type EndpointRules } from './endpoints/endpoints.js';
import { PLAIN_SECRETS } from './endpoints/secrets.js';
import { eachOnce, FixturesError, refer, upsert } from './fixture-rows.js';

export { FixturesError };

/** The contents of a fixture file, as described by fixtures.schema.json. */
export interface Fixtures {
  readonly businesses?: readonly {
    readonly id: string;
    readonly ownerId: string;
    readonly name: string;
    readonly legalName?: string;
    readonly orgNumber?: string;
    readonly vatNumber?: string;
    readonly country: string;
    readonly address?: object;
    readonly locations?: number;
    readonly territory?: string;
    readonly regimes?: readonly string[];
    readonly duties?: Readonly<Record<string, boolean>>;
  }[];
  readonly apps?: readonly { readonly id: string; readonly name: string; readonly partner?: boolean }[];
  readonly authorizations?: readonly {
    readonly id: string;
    readonly appId: string;
    readonly businessId: string;
    readonly scopes: readonly string[];
    readonly token: string;
  }[];
  readonly personalKeys?: readonly {
    readonly ownerId: string;
    readonly businessId?: string | null;
    readonly key: string;
  }[];
  readonly endpoints?: readonly {
    readonly id: string;
    readonly appId?: string;
    readonly ownerId?: string;
    readonly url: string;
    readonly secret: string;
    readonly events: readonly string[];
  }[];
}

/** Reads and checks a fixture file. @throws FixturesError */
export async function readFixtures(path: string): Promise<Fixtures> {
  let fixtures: unknown;
  try {
    fixtures = JSON.parse(await readFile(path, 'utf8'), withoutNul);
  } catch (error) {
    throw new FixturesError(`FIXTURES must name a JSON file, found ${path}: ${(error as Error).message}`);
  }
  const validate = new Ajv2020({ allErrors: true, verbose: true }).compile<Fixtures>(fixturesSchema);
  if (validate(fixtures)) return fixtures;
  const faults = validate.errors!.map(({ instancePath, message, params }) => {
    return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
  });
  throw new FixturesError(`${path} is not a valid fixture file:\n${faults.join('\n')}`);
}

/** Refuses NUL characters, which PostgreSQL cannot store. */
function withoutNul(key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\0'))
    throw new Error(`${JSON.stringify(key)} contains a NUL character`);
  return value;
}

/**
 * Loads fixtures in one transaction. Skips an entry that has not changed since it was last loaded, so that revoked
 * access stays revoked and a rotated secret stays rotated after a restart.
 *
 * @throws FixturesError for a duty unknown to the country's law; for an event type that is not offered; for an entry
 * that is a duplicate, refers to a missing entry or to another owner's business, or reuses another entry's token
 */
export async function loadFixtures(
  database: Database,
  fixtures: Fixtures,
  rules: Pick<EndpointRules, 'offered' | 'secrets'>,
): Promise<void> {
  const { businesses = [], apps = [], authorizations = [], personalKeys = [], endpoints = [] } = fixtures;
  eachOnce('businesses', businesses, ({ id }) => id);
  eachOnce('apps', apps, ({ id }) => id);
  eachOnce('authorizations', authorizations, ({ businessId, id }) => `${businessId} ${id}`);
  eachOnce('authorizations', authorizations, ({ token }) => token);
  eachOnce('personalKeys', personalKeys, ({ key }) => key);
  eachOnce('endpoints', endpoints, ({ id }) => id);
  await checkLaw(businesses);
  await database.transaction(async (tx) => {
    for (const b of businesses) {
      await upsert(tx, 'businesses', ['id'], b, {
        id: b.id,
        owner_id: b.ownerId,
        name: b.name,
        legal_name: b.legalName ?? null,
        org_number: b.orgNumber ?? null,
        vat_number: b.vatNumber ?? null,
        country: b.country,
        address: b.address === undefined ? null : JSON.stringify(b.address),
        locations: b.locations ?? 1,
        law: lawOf(b),
      });
    }
    for (const app of apps) {
      await upsert(tx, 'apps', ['id'], app, { id: app.id, name: app.name, partner: app.partner ?? false });
    }
    for (const a of authorizations) {
      await refer(tx, { businesses: { id: a.businessId } }, `authorizations ${a.id}: businessId`);
      await refer(tx, { apps: { id: a.appId } }, `authorizations ${a.id}: appId`);
      await upsert(tx, 'authorizations', ['business_id', 'id'], a, {
        business_id: a.businessId,
        id: a.id,
        app_id: a.appId,
        scopes: a.scopes,
        token_hash: hashToken(a.token),
      });
    }
    for (const k of personalKeys) {
      const pinned = k.businessId ?? undefined;
      if (pinned !== undefined) {
        const where = `personalKeys of ${k.ownerId}: businessId`;
        await refer(tx, { businesses: { id: pinned, owner_id: k.ownerId } }, where);
      }
      await upsert(tx, 'personal_keys', ['key_hash'], k, {
        key_hash: hashToken(k.key),
        owner_id: k.ownerId,
        business_id: k.businessId ?? null,
      });
    }
    for (const e of endpoints) {
      if (e.appId !== undefined) await refer(tx, { apps: { id: e.appId } }, `endpoints ${e.id}: appId`);
      await upsert(tx, 'endpoints', ['id'], e, {
        id: e.id,
        app_id: e.appId ?? null,
        owner_id: e.ownerId ?? null,
        // Does not check the address, because the name may not exist yet; every delivery checks the address.
        url: e.url,
        events: checked(e.id, () => checkEvents(e.events, rules)),
        secret: (rules.secrets ?? PLAIN_SECRETS).seal(e.id, e.secret),
      });
    }
    await addQueues(
      tx,
      endpoints.map(({ id }) => id),
    );
  });
}

type FixtureBusiness = NonNullable<Fixtures['businesses']>[number];

/** The value of a business's column `law`. */
function lawOf({ territory, regimes, duties }: FixtureBusiness): string | null {
  const law: BusinessLaw = { territory, regimes, duties };
  const text = JSON.stringify(law);
  return text === '{}' ? null : text;
}

/**
 * Checks the names in the column `law`: with a name unknown to the country's law, every write for the business would be
 * rejected. Loads the packs only if the column has a value for some business.
 */
async function checkLaw(businesses: readonly FixtureBusiness[]): Promise<void> {
  const stated = businesses.filter((business) => lawOf(business) !== null);
  if (stated.length === 0) return;
  const { packs } = await import('receipt-rule-packs/packs');
  const registry = createRegistry(packs);
  for (const { id, country, territory, regimes, duties } of stated) {
    try {
      registry.shop({ country, territory, regimes, duties });
    } catch (error) {
      if (error instanceof UsageError) throw new FixturesError(`businesses ${id}: ${error.message}`);
      throw error;
    }
  }
}

function checked<T>(id: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof EndpointError) throw new FixturesError(`endpoints ${id}: ${error.message}`);
    throw error;
  }
}
