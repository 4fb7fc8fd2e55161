import { eastAfricaInstant } from './fiscal-time.ts'
import { dayOf } from './ledger.ts'
import type { ReceiptFacts } from './ledger-entries.ts'
import { CUSTOMARY_LENGTHS } from './receipt-message.ts'
import { RECEIPT_SUM_RULES, type ReceiptCase } from './receipt-sum-rules.ts'
import type { Rule } from './rule.ts'

const FUTURE_TOLERANCE_MS = 5 * 60_000

/** The rules of a receipt after identity and duplicates are settled, in the order they are asked. */
export const RECEIPT_RULES: readonly Rule<ReceiptCase>[] = [
  {
    code: 901,
    name: 'DATE_NOT_IN_CALENDAR',
    inFieldProfile: 'refuse',
    find: ({ receipt }) =>
      eastAfricaInstant(receipt.date, receipt.time) === null ? `RCT/DATE ${receipt.date}` : null,
  },
  {
    code: 910,
    name: 'RCTNUM_NOT_GC',
    inFieldProfile: 'refuse',
    find: ({ receipt }) =>
      receipt.rctnum === String(receipt.gc) ? null : `${receipt.rctnum} and ${receipt.gc}`,
  },
  {
    code: 909,
    name: 'RCTVNUM_FORM',
    inFieldProfile: 'refuse',
    find: ({ receipt, device }) =>
      device.receiptCodes.some((code) => receipt.rctvnum === `${code}${receipt.gc}`) ? null : receipt.rctvnum,
  },
  {
    code: 906,
    name: 'ZNUM_NOT_DATE',
    inFieldProfile: 'refuse',
    find: ({ receipt }) =>
      receipt.znum === receipt.date.replaceAll('-', '') ? null : `${receipt.znum} and ${receipt.date}`,
  },
  {
    code: 905,
    name: 'IN_THE_FUTURE',
    inFieldProfile: 'refuse',
    find: ({ receipt, nowMs }) => {
      const at = eastAfricaInstant(receipt.date, receipt.time)
      return at !== null && at > nowMs + FUTURE_TOLERANCE_MS ? `${receipt.date} ${receipt.time}` : null
    },
  },
  {
    code: 903,
    name: 'GC_GAP',
    inFieldProfile: 'flag',
    find: ({ receipt, device, book }) => {
      const next = Math.max(book.highestGc + 1, device.gc)
      return receipt.gc === next ? null : `${receipt.gc}, expected ${next}`
    },
  },
  {
    code: 904,
    name: 'DATE_OLDER',
    inFieldProfile: 'flag',
    find: ({ receipt, book }) => {
      const previous = book.byGc.get(book.highestGc)
      if (previous === undefined || receipt.gc < previous.gc) return null
      return receipt.date < previous.date ? `${receipt.date} after ${previous.date}` : null
    },
  },
  {
    code: 907,
    name: 'DC_SEQUENCE',
    inFieldProfile: 'flag',
    find: ({ receipt, book }) => {
      const next = dayOf(book, receipt.date).highestDc + 1
      return receipt.dc === next ? null : `${receipt.dc}, expected ${next}`
    },
  },
  ...RECEIPT_SUM_RULES,
  {
    code: 912,
    name: 'CUSTOMER_ID',
    inFieldProfile: 'refuse',
    find: ({ receipt }) => {
      if (!/^[1-7]$/.test(receipt.customerIdType)) return `CUSTIDTYPE ${receipt.customerIdType}`
      return receipt.customerIdType !== '6' && receipt.customerId.trim() === '' ? 'CUSTID is empty' : null
    },
  },
  {
    code: 912,
    name: 'CUSTOMER_TIN_FORM',
    inFieldProfile: 'flag',
    find: ({ receipt }) =>
      receipt.customerIdType === '1' && !/^\d{9}$/.test(receipt.customerId)
        ? `TIN ${receipt.customerId}`
        : null,
  },
  {
    code: 913,
    name: 'MOBILE_FORM',
    inFieldProfile: 'flag',
    find: ({ receipt }) => (/^\d*$/.test(receipt.customerMobile) ? null : receipt.customerMobile),
  },
]

/** Oddities that no rule refuses, kept with the receipt for a person or a test to see. */
export function findWarnings({ receipt, device, book }: ReceiptCase, content: string): string[] {
  const previous = book.byGc.get(receipt.gc - 1)
  const warnings: [string, boolean][] = [
    ['TIME_OLDER', previous?.date === receipt.date && receipt.time < previous.time],
    ['METER_CUSTOMER', receipt.customerIdType === '7'],
    ['CUSTOMER_ID_WITHOUT_TYPE', receipt.customerIdType === '6' && receipt.customerId !== ''],
    ['SELF_CLOSING_ELEMENT', /<[A-Z]+ ?\/>/.test(content)],
    ['LONG_TEXT', hasLongText(receipt)],
    ['STANDARD_RATE_WITHOUT_VRN', device.vrn === '' && receipt.vatTotals.some((total) => total.rate === 'A')],
    ['Z_ALREADY_RECEIVED', book.zReports.has(receipt.znum)],
  ]
  return warnings.filter(([, present]) => present).map(([name]) => name)
}

function hasLongText(receipt: ReceiptFacts): boolean {
  return (
    receipt.customerName.length > CUSTOMARY_LENGTHS.CUSTNAME ||
    receipt.customerId.length > CUSTOMARY_LENGTHS.CUSTID ||
    receipt.items.some(
      (item) => item.description.length > CUSTOMARY_LENGTHS.DESC || item.id.length > CUSTOMARY_LENGTHS.ID,
    )
  )
}
