// Generated from the labels of packs/*/law.json by `npm run generate`. Do not edit.

/** The language of the words of each country. */
export const COUNTRIES: Readonly<Record<string, string>> = { AT: 'de-AT', BE: 'nl', BG: 'bg', CY: 'el', CZ: 'cs', DE: 'de', DK: 'da', EE: 'et', ES: 'es', FI: 'fi', FR: 'fr', GB: 'en', GR: 'el', HR: 'hr', HU: 'hu', IE: 'en', IT: 'it', LT: 'lt', LU: 'fr', LV: 'lv', MT: 'en', NL: 'nl', NO: 'nb', PL: 'pl', PT: 'pt', RO: 'ro', SE: 'sv', SI: 'sl', SK: 'sk', US: 'en-US' };

/** What the words of a row are, in order. */
export const NAMES = ['receipt', 'refund', 'creditNote', 'exchange', 'void', 'subtotal', 'discount', 'rounding', 'total', 'tax', 'net', 'cash', 'card', 'mobile', 'transfer', 'other', 'number'] as const;

/** The rows by language. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  bg: 'КАСОВА БЕЛЕЖКА|ВРЪЩАНЕ|КРЕДИТНО ИЗВЕСТИЕ|ЗАМЯНА|СТОРНО|Междинна сума|Отстъпка|Закръгляне|Общо|ДДС|Основа|В брой|Карта|Мобилно|Превод|Друго|№',
  cs: 'ÚČTENKA|VRÁCENÍ|DOBROPIS|VÝMĚNA|STORNO|Mezisoučet|Sleva|Zaokrouhlení|Celkem|DPH|Základ|Hotově|Kartou|Mobilem|Převodem|Jinak|Č.',
  da: 'KVITTERING|RETUR|KREDITNOTA|BYTTE|ANNULLERET|Subtotal|Rabat|Øreafrunding|I alt|Moms|Netto|Kontant|Kort|Mobil|Overførsel|Andet|Bonnr.',
  de: 'KASSENBON|RETOURE|GUTSCHRIFT|UMTAUSCH|STORNO|Zwischensumme|Rabatt|Rundung|Summe|MwSt.|Netto|Bar|Karte|Mobil|Überweisung|Sonstige|Belegnr.',
  'de-AT': 'BELEG|RETOURE|GUTSCHRIFT|UMTAUSCH|STORNO|Zwischensumme|Rabatt|Rundung|Summe|USt.|Netto|Bar|Karte|Mobil|Überweisung|Sonstige|Belegnr.',
  el: 'ΑΠΟΔΕΙΞΗ|ΕΠΙΣΤΡΟΦΗ|ΠΙΣΤΩΤΙΚΟ|ΑΛΛΑΓΗ|ΑΚΥΡΩΘΗΚΕ|Μερικό σύνολο|Έκπτωση|Στρογγυλοποίηση|Σύνολο|ΦΠΑ|Καθαρή αξία|Μετρητά|Κάρτα|Κινητό|Μεταφορά|Άλλο|Αρ.',
  en: 'RECEIPT|REFUND|CREDIT NOTE|EXCHANGE|VOID|Subtotal|Discount|Rounding|Total|VAT|Net|Cash|Card|Mobile|Bank transfer|Other|Receipt no.',
  'en-US': 'RECEIPT|REFUND|CREDIT|EXCHANGE|VOID|Subtotal|Discount|Rounding|Total|Sales tax|Taxable|Cash|Card|Mobile|Bank transfer|Other|Receipt no.',
  es: 'FACTURA SIMPLIFICADA|DEVOLUCIÓN|ABONO|CAMBIO|ANULADO|Subtotal|Descuento|Redondeo|Total|IVA|Base|Efectivo|Tarjeta|Móvil|Transferencia|Otro|N.º',
  et: 'KVIITUNG|TAGASTUS|KREEDITARVE|VAHETUS|TÜHISTATUD|Vahesumma|Allahindlus|Ümardus|Kokku|KM|Netosumma|Sularaha|Kaart|Mobiil|Ülekanne|Muu|Nr',
  fi: 'KUITTI|PALAUTUS|HYVITYS|VAIHTO|MITÄTÖITY|Välisumma|Alennus|Pyöristys|Yhteensä|ALV|Veroton|Käteinen|Kortti|Mobiili|Tilisiirto|Muu|Kuittinro',
  fr: 'TICKET|REMBOURSEMENT|AVOIR|ÉCHANGE|ANNULÉ|Sous-total|Remise|Arrondi|Total|TVA|HT|Espèces|Carte|Mobile|Virement|Autre|Ticket n°',
  hr: 'RAČUN|POVRAT|ODOBRENJE|ZAMJENA|STORNO|Međuzbroj|Popust|Zaokruživanje|Ukupno|PDV|Osnovica|Gotovina|Kartica|Mobilno|Transakcijski račun|Ostalo|Br.',
  hu: 'NYUGTA|VISSZÁRU|JÓVÁÍRÁS|CSERE|SZTORNÓ|Részösszeg|Kedvezmény|Kerekítés|Összesen|ÁFA|Nettó|Készpénz|Kártya|Mobil|Átutalás|Egyéb|Sorszám',
  it: 'DOCUMENTO COMMERCIALE|RESO|NOTA DI CREDITO|CAMBIO|ANNULLATO|Subtotale|Sconto|Arrotondamento|Totale|IVA|Imponibile|Contanti|Carta|Mobile|Bonifico|Altro|Documento n.',
  lt: 'KVITAS|GRĄŽINIMAS|KREDITINĖ SĄSKAITA|KEITIMAS|ANULIUOTA|Tarpinė suma|Nuolaida|Apvalinimas|Iš viso|PVM|Be PVM|Grynieji|Kortelė|Mobilusis|Pavedimas|Kita|Nr.',
  lv: 'ČEKS|ATGRIEŠANA|KREDĪTRĒĶINS|APMAIŅA|ANULĒTS|Starpsumma|Atlaide|Noapaļošana|Kopā|PVN|Bez PVN|Skaidra nauda|Karte|Mobilais|Pārskaitījums|Cits|Nr.',
  nb: 'SALGSKVITTERING|RETURKVITTERING|KREDITNOTA|BYTTE|ANNULLERT|Sum|Rabatt|Øreavrunding|Totalt|MVA|Netto|Kontant|Kort|Mobil|Overføring|Annet|Kvitteringsnr.',
  nl: 'KASSABON|RETOUR|CREDITNOTA|RUILING|GEANNULEERD|Subtotaal|Korting|Afronding|Totaal|Btw|Netto|Contant|Kaart|Mobiel|Overschrijving|Anders|Bonnr.',
  pl: 'PARAGON|ZWROT|KOREKTA|WYMIANA|ANULOWANO|Suma częściowa|Rabat|Zaokrąglenie|Suma|VAT|Netto|Gotówka|Karta|Mobilnie|Przelew|Inne|Nr',
  pt: 'FATURA SIMPLIFICADA|DEVOLUÇÃO|NOTA DE CRÉDITO|TROCA|ANULADO|Subtotal|Desconto|Arredondamento|Total|IVA|Base|Numerário|Cartão|Telemóvel|Transferência|Outro|N.º',
  ro: 'BON|RETUR|NOTĂ DE CREDIT|SCHIMB|ANULAT|Subtotal|Reducere|Rotunjire|Total|TVA|Bază|Numerar|Card|Mobil|Transfer|Altele|Nr.',
  sk: 'POKLADNIČNÝ DOKLAD|VRÁTENIE|DOBROPIS|VÝMENA|STORNO|Medzisúčet|Zľava|Zaokrúhlenie|Spolu|DPH|Základ|Hotovosť|Karta|Mobil|Prevod|Iné|Č.',
  sl: 'RAČUN|VRAČILO|DOBROPIS|ZAMENJAVA|STORNO|Vmesna vsota|Popust|Zaokrožitev|Skupaj|DDV|Osnova|Gotovina|Kartica|Mobilno|Nakazilo|Drugo|Št.',
  sv: 'KVITTO|RETUR|KREDIT|BYTE|MAKULERAD|Summa|Rabatt|Öresavrundning|Totalt|Moms|Netto|Kontant|Kort|Mobil|Överföring|Annat|Kvittonr',
};
