import { FISCAL_PAYMENT_TYPES, type FiscalReceipt } from '#domain/fiscal/fiscal-receipt.ts'
import type { LetterTotal } from '#domain/invoices/invoice.ts'
import { type Cents, toCents } from '#domain/money/cents.ts'
import { TAX_LETTERS } from '#domain/tax/tax-type.ts'

/** What a signed receipt says about seller, numbers and money: all of it but names, addresses and wording. */
export type SignedReceipt = Pick<
  FiscalReceipt,
  'seller' | 'totalExcludingTax' | 'totalIncludingTax' | 'discount' | 'payments'
> & {
  /** `RCTNUM`, `DC`, `GC`, `ZNUM`, `RCTVNUM`, `DATE` and `TIME`, as they were signed. */
  readonly numbers: readonly string[]
  /** The amount of each item, and the authority's code of its tax. */
  readonly items: readonly { readonly taxCode: string; readonly amount: Cents }[]
  readonly vatTotals: readonly Pick<LetterTotal, 'letter' | 'net' | 'tax'>[]
}

const NUMBERS = ['RCTNUM', 'DC', 'GC', 'ZNUM', 'RCTVNUM', 'DATE', 'TIME']

/**
 * Reads a receipt that `receiptElement` wrote and this server signed, which is why the names of the elements are enough:
 * every text in them is escaped. Throws when something is missing: such a document was never signed here.
 */
export function readReceiptDocument(signedBytes: string): SignedReceipt {
  const all = (name: string) =>
    Array.from(signedBytes.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g')), (match) => match[1] ?? '')
  const one = (name: string) => {
    const [text, second] = all(name)
    if (text === undefined || second !== undefined) throw unreadable(name)
    return text
  }
  const amounts = (name: string) => all(name).map((text) => readAmount(name, text))
  const taxes = amounts('TAXAMOUNT')
  const nets = amounts('NETTAMOUNT')
  const paid = amounts('PMTAMOUNT')
  const itemAmounts = amounts('AMT')
  return {
    seller: { tin: one('TIN'), regId: one('REGID'), efdSerial: one('EFDSERIAL') },
    numbers: NUMBERS.map(one),
    items: all('TAXCODE').map((taxCode, at) => ({ taxCode, amount: amountAt(itemAmounts, at, 'AMT') })),
    totalExcludingTax: readAmount('TOTALTAXEXCL', one('TOTALTAXEXCL')),
    totalIncludingTax: readAmount('TOTALTAXINCL', one('TOTALTAXINCL')),
    discount: readAmount('DISCOUNT', one('DISCOUNT')),
    payments: all('PMTTYPE').map((text, at) => ({
      type: oneOf(FISCAL_PAYMENT_TYPES, text, 'PMTTYPE'),
      amount: amountAt(paid, at, 'PMTAMOUNT'),
    })),
    vatTotals: all('VATRATE').map((text, at) => ({
      letter: oneOf(TAX_LETTERS, text, 'VATRATE'),
      net: amountAt(nets, at, 'NETTAMOUNT'),
      tax: amountAt(taxes, at, 'TAXAMOUNT'),
    })),
  }
}

/** An amount of `plainAmount`: always two decimals. */
function readAmount(name: string, text: string): Cents {
  if (!/^-?\d{1,13}\.\d\d$/.test(text)) throw unreadable(name)
  return toCents(Number(text.replace('.', '')))
}

function amountAt(amounts: readonly Cents[], at: number, name: string): Cents {
  const amount = amounts[at]
  if (amount === undefined) throw unreadable(name)
  return amount
}

function oneOf<T extends string>(known: readonly T[], text: string, name: string): T {
  const found = known.find((value) => value === text)
  if (found === undefined) throw unreadable(name)
  return found
}

function unreadable(name: string): Error {
  return new Error(`a signed receipt has no readable ${name}`)
}
