import type { PaymentType } from '../invoices/invoice.ts'
import type { TaxType } from '../tax/tax-type.ts'
import type { CancelReason, UssdLanguage, UssdReceipt } from './ussd-state.ts'

/** Words that more than one of the screens uses. Basic GSM alphabet only. */
export type UssdWords = {
  readonly back: string
  readonly menu: string
  readonly exit: string
  readonly wrong: string
  /** At the last screen of a sale that is like the one before it. */
  readonly same: string
  /** Before the code and total of the sale that was dialled a moment ago. */
  readonly last: string
  readonly none: string
  readonly payments: Readonly<Record<PaymentType | 'unpaid', string>>
  readonly taxes: Readonly<Record<TaxType, string>>
  readonly reasons: Readonly<Record<CancelReason, string>>
  readonly statuses: Readonly<Record<UssdReceipt['status'], string>>
}

export const USSD_WORDS: Readonly<Record<UssdLanguage, UssdWords>> = {
  sw: {
    back: '99. Rudi',
    menu: '0. Menyu',
    exit: '0. Toka',
    wrong: 'Jibu si sahihi.',
    same: 'Sawa na iliyopita!',
    last: 'Iliyopita',
    none: 'hana',
    payments: {
      cash: 'Taslimu',
      'e-money': 'Pesa ya simu',
      credit_card: 'Kadi',
      cheque: 'Hundi',
      unpaid: 'Hajalipa bado',
    },
    taxes: {
      standard: 'Kawaida',
      zero_rated: 'Sifuri',
      special_relief: 'Nafuu maalum',
      exempted: 'Iliyosamehewa',
    },
    reasons: { mistake: 'Kosa la kuandika', returned: 'Mteja amerudisha', unpaid: 'Mteja hakulipa' },
    statuses: { submitted: 'inasubiri', issued: 'imetolewa', canceled: 'batili' },
  },
  en: {
    back: '99. Back',
    menu: '0. Menu',
    exit: '0. Exit',
    wrong: 'Invalid answer.',
    same: 'Same as the last!',
    last: 'Last',
    none: 'none',
    payments: {
      cash: 'Cash',
      'e-money': 'Mobile money',
      credit_card: 'Card',
      cheque: 'Cheque',
      unpaid: 'Not paid yet',
    },
    taxes: {
      standard: 'Standard',
      zero_rated: 'Zero-rated',
      special_relief: 'Special relief',
      exempted: 'Exempted',
    },
    reasons: {
      mistake: 'Typing mistake',
      returned: 'Customer returned it',
      unpaid: 'Customer did not pay',
    },
    statuses: { submitted: 'waiting', issued: 'issued', canceled: 'canceled' },
  },
}
