import { msg } from '@lingui/core/macro'
import type { ReceiptWords } from '#domain/receipts/receipt-words.ts'
import type { Say } from './date-words.ts'
import { FISCAL_PAYMENT_NAMES, IDENTIFICATION_NAMES } from './trade-names.ts'

/** The names of a table of messages, said. */
function sayAll<Key extends string>(
  names: Readonly<Record<Key, Parameters<Say>[0]>>,
  say: Say,
): Record<Key, string> {
  const said = Object.entries<Parameters<Say>[0]>(names).map(([key, name]) => [key, say(name)])
  // The keys are those of the table that was given.
  return Object.fromEntries(said) as Record<Key, string>
}

/** The words of a receipt in the language of the screen. The server has its own copy; a test holds them equal. */
export function receiptWords(say: Say): ReceiptWords {
  return {
    notFiscal: say(msg`Not a fiscal receipt`),
    canceled: say(msg`CANCELED`),
    tin: say(msg`TIN`),
    vrn: say(msg`VRN`),
    notRegistered: say(msg`NOT REGISTERED`),
    serial: say(msg`SERIAL NO`),
    uin: say(msg`UIN`),
    taxOffice: say(msg`TAX OFFICE`),
    customerName: say(msg`CUSTOMER NAME`),
    walkIn: say(msg`Walk-in customer`),
    customerIdType: say(msg`CUSTOMER ID TYPE`),
    customerId: say(msg`CUSTOMER ID`),
    customerVrn: say(msg`CUSTOMER VRN`),
    customerMobile: say(msg`CUSTOMER MOBILE`),
    receiptNumber: say(msg`RECEIPT NUMBER`),
    zNumber: say(msg`Z NUMBER`),
    receiptDate: say(msg`RECEIPT DATE`),
    receiptTime: say(msg`RECEIPT TIME`),
    saleDate: say(msg`SALE DATE`),
    saleTime: say(msg`SALE TIME`),
    reference: say(msg`REFERENCE`),
    servedBy: say(msg`SERVED BY`),
    withoutVat: say(msg`(without VAT)`),
    lineDiscount: (percent) => say(msg`Discount ${percent}%`),
    totalExcludingTax: say(msg`TOTAL EXCL OF TAX`),
    totalDiscount: say(msg`DISCOUNT`),
    taxRate: (letter, percent) => say(msg`TAX RATE ${letter} (${percent}%)`),
    totalTax: say(msg`TOTAL TAX`),
    totalIncludingTax: say(msg`TOTAL INCL OF TAX`),
    verificationCode: say(msg`RECEIPT VERIFICATION CODE`),
    identification: sayAll(IDENTIFICATION_NAMES, say),
    payment: sayAll(FISCAL_PAYMENT_NAMES, say),
  }
}
