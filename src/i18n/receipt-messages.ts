import { msg } from '@lingui/core/macro'
import type { ReceiptMessages } from '#domain/receipts/receipt-messages.ts'
import type { Translate } from './format-dates.ts'
import { FISCAL_PAYMENT_NAMES, IDENTIFICATION_NAMES } from './trade-names.ts'

/** Translates the messages of a table. */
function translateAll<Key extends string>(
  names: Readonly<Record<Key, Parameters<Translate>[0]>>,
  translate: Translate,
): Record<Key, string> {
  const translated = Object.entries<Parameters<Translate>[0]>(names).map(([key, name]) => [
    key,
    translate(name),
  ])
  // The keys are those of the given table.
  return Object.fromEntries(translated) as Record<Key, string>
}

/** The words of a receipt in the language of the screen. The server has its own copy; a test compares them. */
export function receiptMessages(translate: Translate): ReceiptMessages {
  return {
    notFiscal: translate(msg`Not a fiscal receipt`),
    canceled: translate(msg`CANCELED`),
    tin: translate(msg`TIN`),
    vrn: translate(msg`VRN`),
    notRegistered: translate(msg`NOT REGISTERED`),
    serial: translate(msg`SERIAL NO`),
    uin: translate(msg`UIN`),
    taxOffice: translate(msg`TAX OFFICE`),
    customerName: translate(msg`CUSTOMER NAME`),
    walkIn: translate(msg`Walk-in customer`),
    customerIdType: translate(msg`CUSTOMER ID TYPE`),
    customerId: translate(msg`CUSTOMER ID`),
    customerVrn: translate(msg`CUSTOMER VRN`),
    customerMobile: translate(msg`CUSTOMER MOBILE`),
    receiptNumber: translate(msg`RECEIPT NUMBER`),
    zNumber: translate(msg`Z NUMBER`),
    receiptDate: translate(msg`RECEIPT DATE`),
    receiptTime: translate(msg`RECEIPT TIME`),
    saleDate: translate(msg`SALE DATE`),
    saleTime: translate(msg`SALE TIME`),
    reference: translate(msg`REFERENCE`),
    servedBy: translate(msg`SERVED BY`),
    withoutVat: translate(msg`(without VAT)`),
    lineDiscount: (percent) => translate(msg`Discount ${percent}%`),
    totalExcludingTax: translate(msg`TOTAL EXCL OF TAX`),
    totalDiscount: translate(msg`DISCOUNT`),
    taxRate: (letter, percent) => translate(msg`TAX RATE ${letter} (${percent}%)`),
    totalTax: translate(msg`TOTAL TAX`),
    totalIncludingTax: translate(msg`TOTAL INCL OF TAX`),
    verificationCode: translate(msg`RECEIPT VERIFICATION CODE`),
    identification: translateAll(IDENTIFICATION_NAMES, translate),
    payment: translateAll(FISCAL_PAYMENT_NAMES, translate),
  }
}
