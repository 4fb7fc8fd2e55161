import { cleanText } from '#domain/fiscal/clean-text.ts'
import type { FiscalItem, FiscalReceipt } from '#domain/fiscal/fiscal-receipt.ts'
import { plainAmount } from '#domain/money/money-text.ts'
import { quantityText } from '#domain/money/quantity.ts'
import { TAX_LETTERS, taxCode } from '#domain/tax/tax-type.ts'
import { groupElement, textElement } from './xml.ts'

/** Longest texts we send; the authority publishes no limits. */
const LIMIT = { customerName: 100, customerId: 50, description: 255, itemId: 50 } as const

/**
 * The `<RCT>` element of a receipt: the very text that is signed. Order of elements, two decimals and absence of
 * white space are checked by the authority (TRA guide; field practice). Texts are cleaned to ASCII.
 */
export function receiptElement(receipt: FiscalReceipt): string {
  const { seller, customer, numbers } = receipt
  return groupElement('RCT', [
    textElement('DATE', numbers.issuedDay),
    textElement('TIME', numbers.issuedTime),
    textElement('TIN', seller.tin),
    textElement('REGID', seller.regId),
    textElement('EFDSERIAL', seller.efdSerial),
    textElement('CUSTIDTYPE', customer.idType),
    // TRA guide: type 6 means no identification, and its element stays empty.
    textElement('CUSTID', customer.idType === 6 ? '' : cleanText(customer.id, LIMIT.customerId)),
    textElement('CUSTNAME', cleanText(customer.name, LIMIT.customerName)),
    textElement('MOBILENUM', customer.mobile.replace(/\D/g, '')),
    textElement('RCTNUM', numbers.gc),
    textElement('DC', numbers.dc),
    textElement('GC', numbers.gc),
    textElement('ZNUM', numbers.znum),
    textElement('RCTVNUM', numbers.rctvnum),
    groupElement('ITEMS', receipt.items.map(itemElement)),
    groupElement('TOTALS', [
      textElement('TOTALTAXEXCL', plainAmount(receipt.totalExcludingTax)),
      textElement('TOTALTAXINCL', plainAmount(receipt.totalIncludingTax)),
      textElement('DISCOUNT', plainAmount(receipt.discount)),
    ]),
    groupElement(
      'PAYMENTS',
      receipt.payments.flatMap((payment) => [
        textElement('PMTTYPE', payment.type),
        textElement('PMTAMOUNT', plainAmount(payment.amount)),
      ]),
    ),
    groupElement('VATTOTALS', vatTotalElements(receipt)),
  ])
}

/** The order of the letters is fixed, so that the same receipt always gives the same bytes. */
function vatTotalElements(receipt: FiscalReceipt): string[] {
  return TAX_LETTERS.flatMap((letter) =>
    receipt.vatTotals.filter((total) => total.letter === letter),
  ).flatMap((total) => [
    textElement('VATRATE', total.letter),
    textElement('NETTAMOUNT', plainAmount(total.net)),
    textElement('TAXAMOUNT', plainAmount(total.tax)),
  ])
}

function itemElement(item: FiscalItem): string {
  const { quantity, description } = quantityAndDescription(item)
  return groupElement('ITEM', [
    textElement('ID', cleanText(item.id, LIMIT.itemId)),
    textElement('DESC', description),
    textElement('QTY', quantity),
    textElement('TAXCODE', taxCode(item.letter)),
    textElement('AMT', plainAmount(item.amount)),
  ])
}

/** Only two decimals of a quantity are proven: a finer one is sent as 1, with the measure in the description. */
function quantityAndDescription(item: FiscalItem): { quantity: string; description: string } {
  const unnamed = `Item ${cleanText(item.id, LIMIT.itemId)}`
  if (item.quantity % 10 === 0) {
    return {
      quantity: quantityText(item.quantity),
      description: cleanText(item.description, LIMIT.description, unnamed),
    }
  }
  const measure = ` x ${quantityText(item.quantity)}`
  return {
    quantity: '1',
    description: cleanText(item.description, LIMIT.description - measure.length, unnamed) + measure,
  }
}
