import { PAYMENT_TYPES, type PaymentType } from '../invoices/invoice.ts'
import type { BasisPoints } from '../money/basis-points.ts'
import type { BookTax } from './book-document.ts'

/** Something in the company's books that can be chosen. */
export type BookChoice = { readonly id: string; readonly name: string }

/** What can be chosen in the books of the connected organization. */
export type BookChoices = {
  /** Accounts (Xero) or services (QuickBooks) that sales are booked on. */
  readonly income: readonly BookChoice[]
  readonly taxes: readonly (BookChoice & { readonly rate: BasisPoints })[]
  /** Accounts that receive money. */
  readonly accounts: readonly BookChoice[]
}

/** Where each part of an invoice goes in the books; an empty id is not chosen yet. */
export type AccountingMapping = {
  readonly income: string
  /** Name of the customer for sales to people without a name. */
  readonly walkIn: string
  readonly taxes: Readonly<Record<BookTax, string>>
  readonly payments: Readonly<Record<PaymentType, string>>
}

/** A kind of tax that this company uses, with its rate today. */
export type UsedTax = { readonly tax: BookTax; readonly rate: BasisPoints }

const TAX_WORDS: Readonly<Record<BookTax, RegExp>> = {
  standard: /vat|standard|output|sales|18/i,
  zero_rated: /zero/i,
  special_relief: /relief|special/i,
  exempted: /exempt/i,
  none: /no tax|no vat|none|not applicable|out of scope|exempt/i,
}
const ACCOUNT_WORDS: Readonly<Record<PaymentType, RegExp>> = {
  cash: /cash|till|taslimu/i,
  'e-money': /pesa|mobile|e-money|airtel|mixx|tigo/i,
  credit_card: /card|visa|bank/i,
  cheque: /cheque|check|bank/i,
}
const INCOME_WORDS = /sales|revenue|income|mauzo/i

function named(choices: readonly BookChoice[], words: RegExp): string {
  return choices.find(({ name }) => words.test(name))?.id ?? ''
}

/** The choices of taxes for one kind: only those with an equal rate would give equal totals. */
export function fittingTaxes(
  choices: Pick<BookChoices, 'taxes'>,
  { rate }: Pick<UsedTax, 'rate'>,
): BookChoices['taxes'] {
  return choices.taxes.filter((tax) => tax.rate === rate)
}

/** A first mapping, found by the names in the books; what no name fits stays empty. */
export function proposeMapping(choices: BookChoices, used: readonly UsedTax[]): AccountingMapping {
  const taxOf = (tax: BookTax): string => {
    const own = used.find((entry) => entry.tax === tax)
    return own === undefined ? '' : named(fittingTaxes(choices, own), TAX_WORDS[tax])
  }
  return {
    income: named(choices.income, INCOME_WORDS),
    walkIn: 'Walk-in customer',
    taxes: {
      standard: taxOf('standard'),
      zero_rated: taxOf('zero_rated'),
      special_relief: taxOf('special_relief'),
      exempted: taxOf('exempted'),
      none: taxOf('none'),
    },
    payments: {
      cash: named(choices.accounts, ACCOUNT_WORDS.cash),
      'e-money': named(choices.accounts, ACCOUNT_WORDS['e-money']),
      credit_card: named(choices.accounts, ACCOUNT_WORDS.credit_card),
      cheque: named(choices.accounts, ACCOUNT_WORDS.cheque),
    },
  }
}

/** The fields that are still to be chosen, or whose choice is gone or has another rate; as paths of the mapping. */
export function missingChoices(
  mapping: AccountingMapping,
  choices: BookChoices,
  used: readonly UsedTax[],
): string[] {
  const has = (list: readonly BookChoice[], id: string) => list.some((choice) => choice.id === id)
  return [
    ...(has(choices.income, mapping.income) ? [] : ['income']),
    ...(mapping.walkIn.trim() === '' ? ['walkIn'] : []),
    ...used.flatMap((entry) =>
      has(fittingTaxes(choices, entry), mapping.taxes[entry.tax]) ? [] : [`taxes.${entry.tax}`],
    ),
    ...PAYMENT_TYPES.flatMap((type) =>
      has(choices.accounts, mapping.payments[type]) ? [] : [`payments.${type}`],
    ),
  ]
}
