import type { Registry, ValidateOptions } from 'receipt-rule-packs';
import type { Entry, PackVector } from './load';

/** A vector's options for its document. Looks up product tax classes by line object identity. */
export function optionsOf({ options = {} }: PackVector, document: unknown): ValidateOptions {
  const { rateWindows, productTaxClass, original } = options;
  const { items } = (document ?? {}) as { items?: readonly unknown[] };
  return {
    rateWindows: rateWindows ?? 'off',
    ...(original !== undefined && { original: { timestamp: original } }),
    ...(productTaxClass !== undefined && {
      productTaxClass: (item: unknown) => productTaxClass[String(items?.indexOf(item))],
    }),
  };
}

/** A registry's verdict on a vector, in the format of `expect`. */
export function judge(registry: Registry, vector: PackVector): PackVector['expect'] {
  const { document, text, bytes, business } = vector;
  const result =
    document === undefined
      ? registry.validateJson(
          text ?? new Uint8Array(Buffer.from(bytes!, 'hex')),
          business,
          optionsOf(vector, undefined),
        )
      : registry.validate(document, business, optionsOf(vector, document));
  return {
    valid: result.valid,
    ...(!result.valid && { error: result.error.code }),
    issues: brief(result.issues),
    warnings: brief(result.warnings),
  };
}

const brief = (entries: readonly Entry[]) => entries.map(({ field, code }) => ({ field, code }));
