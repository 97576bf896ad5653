export {
  createRegistry,
  type NotLiteral,
  type Registry,
  type RegistryOptions,
  type ValidateOptions,
  type CountryAliases,
  type WithAliases,
} from './engine/registry.js';
export type { DocumentOptions, Shop, ShopOptions } from './engine/shop.js';
export type { ObligationState } from './law/obligations.js';
export { UsageError, type UsageErrorCode } from './usage/usage-error.js';
export { flattenIssues, prettifyIssues, type FlattenedIssues } from './issues/issue.js';
export type { ErrorCode, Invalid, Valid, ValidationResult } from './engine/validate.js';
export type { DifferenceCause, Issue, IssueText, Severity } from './issues/issue.js';
export { ISSUE_CODES, isIssueCode, type CodeMeaning, type IssueCode } from './issues/issue-codes.js';
export { explain, type CodeExplanation, type RaisingRule } from './engine/explain.js';
export { fieldPath } from './issues/field-path.js';
export { toErrorResponse, type HttpErrorResponse } from './engine/error-response.js';
export { fromStored, toStored, SCHEMA_VERSION, type StoredFields } from './document/stored.js';
export type { DocumentTier } from './document/stored.js';
export { definePack } from './engine/define-pack.js';
export { defineReceiptPack } from './engine/receipt-pack.js';
export { ratesOn } from './law/rates-on.js';
export type {
  Business,
  CheckOptions,
  EachArray,
  LawPack,
  PackDefinition,
  RateWindows,
  ReadPattern,
  Rule,
  RuleMeanings,
  RuleOptions,
  RuleParts,
  RulePack,
  Severities,
} from './rule/types.js';
export type { IssueDetails, RuleContext } from './rule/rule-context.js';
export type {
  CashLimit,
  CashRounding,
  Cited,
  CorrectionType,
  CountryAlias,
  CountryName,
  Dated,
  Evidence,
  Evidenced,
  Located,
  ExtensionField,
  ExtensionNamespace,
  CurrencySuccessor,
  LawCurrency,
  LawLabels,
  LawTax,
  Obligation,
  OutsideArea,
  RateRange,
  RateRow,
  ReceiptLaw,
  Reference,
  RoundingDuty,
  StateRounding,
  Territory,
} from './law/types.js';
export type { RateWindow } from './law/rate-window.js';
export type { ProductTaxClass } from './law/product-tax-classes.js';
export { lawChanges, type LawChange } from './law/law-changes.js';
export type { RatesOfDay } from './law/rates-on.js';
export type { FieldPattern } from './document/structure.generated.js';
export type { Scheme } from './document/scheme.js';
export type {
  Address,
  Customer,
  Discount,
  ErrorIssue,
  ErrorResponse,
  Jurisdiction,
  LineItem,
  LinkedTransaction,
  ListResponse,
  Metadata,
  Namespaces,
  Payment,
  Source,
  StoredSource,
  StoredTransactionFields,
  StoredVendor,
  Tax,
  TaxCategory,
  TaxSummaryEntry,
  Totals,
  TransactionFields,
  Vendor,
} from './document/types.generated.js';
export type {
  CorrectionTransaction,
  Extensions,
  SaleTransaction,
  StoredCorrectionTransaction,
  StoredSaleTransaction,
  StoredTransaction,
  SwedishExtension,
  Transaction,
} from './document/written-types.js';
