export {
  createRegistry,
  type NotLiteral,
  type Registry,
  type RegistryOptions,
  type ValidateOptions,
} from './registry.js';
export type { DocumentOptions, Shop, ShopOptions } from './shop.js';
export { UsageError, type UsageErrorCode } from './usage/usage-error.js';
export { flattenIssues, prettifyIssues, type FlattenedIssues } from './flatten-issues.js';
export type { ErrorCode, Invalid, Valid, ValidationResult } from './validate.js';
export type { Issue, IssueText, Severity } from './issue.js';
export { ISSUE_CODES, isIssueCode, type CodeMeaning, type IssueCode } from './issue-codes.js';
export type { CodeExplanation, RaisingRule } from './explain.js';
export { fieldPath } from './field-path.js';
export { toErrorResponse, type HttpErrorResponse } from './error-response.js';
export { fromStored, toStored, SCHEMA_VERSION, type StoredFields } from './document/stored.js';
export { definePack } from './pack/define-pack.js';
export { defineReceiptPack } from './pack/receipt-pack.js';
export { ratesOn } from './law/rates-on.js';
export type {
  Business,
  CheckOptions,
  DocumentTier,
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
} from './pack/types.js';
export type { IssueDetails, RuleContext } from './pack/rule-context.js';
export type {
  CashRounding,
  Cited,
  CorrectionType,
  CountryName,
  Dated,
  ExtensionField,
  ExtensionNamespace,
  LawCurrency,
  LawLabels,
  LawTax,
  RateRange,
  RateRow,
  ReceiptLaw,
  Reference,
  RoundingDuty,
} from './law/types.js';
export type { RateWindow } from './tax/rate-window.js';
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
