/**
 * The deflate dictionary for coding 1: words from the schema with their punctuation, in document order. The most
 * frequent words come last, where deflate refers to them with the shortest distances. Never change the dictionary,
 * because stored documents depend on it.
 */
export const DICTIONARY_1 = [
  '"documentTier":"simplified_invoice","documentTier":"full_invoice""reason":"price_adjustment""overcharge""defective""dupl',
  'icate""returned""other","note":""jurisdictions":[{"level":"state","name":"},{"level":"county","name":"},{"level":"city",',
  '"name":"},{"level":"district","name":""scheme":"FI_ALV","scheme":"DK_MOMS","scheme":"NO_MVA","scheme":"UK_VAT","scheme":',
  '"US_SALES_TAX""tenders":[{"method":"cash","name":"","amount":,"tendered":,"change":,"foreign":{"currency":"","amount":,"',
  'rate":},"last4":"","reverses":"originalReceipts":[{"kind":"receipt","receiptNumber":"","date":"","place":""key":"","sour',
  'ceFigures":{"total":,"tax":}"controlUnitId":"","controlCode":"","sequenceNumber":"fiscalCode":"signature":"qrCode":""loc',
  'ale":"en-US""sv-SE""de-DE""customer":{"name":"","email":"","orgNumber":"","vatNumber":"","country":""locationName":""leg',
  'alName":"","orgNumber":"","vatNumber":"","country":"","address":{"line1":"","line2":"","postalCode":"","city":"","region',
  '":"","country":"","country":"US","country":"GB","country":"NO","country":"DK","country":"FI","country":"DE","country":"S',
  'E",""currency":"USD","profileId":"us-receipt-1"currency":"GBP","profileId":"gb-receipt-1"currency":"NOK","profileId":"no',
  '-receipt-1"currency":"DKK","profileId":"dk-receipt-1"currency":"PLN","currency":"CZK","currency":"HUF","currency":"RON",',
  '"currency":"SEK","profileId":"se-receipt-1",""type":"void","type":"credit_note","type":"exchange","type":"refund","settl',
  'ed":false,"extensions":{"se":{"controlUnitId":"","controlCode":""metadata":{""payment":{"method":"mobile"payment":{"meth',
  'od":"transfer"payment":{"method":"other"payment":{"method":"cash"},""payment":{"method":"card","last4":""linkedTransacti',
  'on":{"originalTransactionId":"txn_019"pricesIncludeTax":false,"reverseCharge":true,"summary":[{"rate":0,"category":"Z","',
  'label":""taxCategory":"Z","taxAmount":0"taxCategory":"E","taxAmount":0"taxCategory":"AE","taxAmount":0"taxCategory":"O",',
  '"taxAmount":0},{"name":""rate":0,"category":"E","taxableAmount":,"rate":0,"category":"O","taxableAmount":,"rate":0,"cate',
  'gory":"AE","taxableAmount":"unit":"kg","unitPrice":"unit":"pcs","unitPrice":"discount":{"amount":,"description":""sku":"',
  '"category":"food"},{"name":"{"id":"txn_019-7","type":"sale","settled":true,"receiptNumber":"","timestamp":"2026-T10:00:0',
  '0+02:00T12:00:00+01:00","createdAt":"2026-Z","currency":"EUR","profileId":"-receipt-1","documentTier":"receipt","schemaV',
  'ersion":"2.1","vendor":{"id":"biz_","name":"","country":""},"items":[{"name":"","quantity":2,"unitPrice":","quantity":1,',
  '"unitPrice":00,"amount":00,"taxRate":12,"taxCategory":"S","taxAmount":25,"taxCategory":"S","taxAmount":},{"name":"","qua',
  'ntity":1,"unitPrice":}],"tax":{"scheme":"SE_MOMS","tax":{"scheme":"EU_VAT","pricesIncludeTax":true,"summary":[{"rate":12',
  ',"category":"S","taxableAmount":},{"rate":25,"category":"S","taxableAmount":,"taxAmount":}]},"totals":{"subtotal":00,"di',
  'scount":0,"tax":,"rounding":0,"total":00},"payment":{"method":"card"},"source":{"platform":"pos","externalId":"","synced',
  'At":"2026-Z"}}',
].join('');
