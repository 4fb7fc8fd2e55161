import type { DeviceBook } from './ledger.ts'
import type { DeviceRecord, ReceiptFacts, VatTotal } from './ledger-entries.ts'
import type { Rule } from './rule.ts'

/** A receipt, who sends it, what that device sent before, and the simulator's time. */
export type ReceiptCase = { receipt: ReceiptFacts; device: DeviceRecord; book: DeviceBook; nowMs: number }

const LETTERS: Record<string, string> = { '1': 'A', '2': 'B', '3': 'C', '4': 'D', '5': 'E' }

/** Tax codes, letters and sums of a receipt. */
export const RECEIPT_SUM_RULES: readonly Rule<ReceiptCase>[] = [
  {
    code: 908,
    name: 'TAX_LETTERS',
    inFieldProfile: 'refuse',
    find: ({ receipt }) => findLetterFault(receipt),
  },
  {
    code: 908,
    name: 'TAX_WITHOUT_VRN',
    inFieldProfile: 'flag',
    find: ({ receipt, device }) =>
      device.vrn === '' && receipt.vatTotals.some((total) => total.taxCents > 0)
        ? 'seller is not registered for VAT'
        : null,
  },
  {
    code: 915,
    name: 'NOT_POSITIVE',
    inFieldProfile: 'flag',
    find: ({ receipt }) => {
      if (receipt.totalInclCents <= 0) return `TOTALTAXINCL ${receipt.totalInclCents / 100}`
      const negative = receipt.items.some((item) => item.cents < 0 || Number(item.quantity) <= 0)
      return negative || receipt.discountCents < 0 ? 'negative line or discount' : null
    },
  },
  {
    code: 914,
    name: 'TOTALS',
    inFieldProfile: 'flag',
    find: ({ receipt }) => findTotalsFault(receipt),
  },
  {
    code: 914,
    name: 'TAX_AMOUNTS',
    inFieldProfile: 'flag',
    find: ({ receipt, device }) => findTaxFault(receipt, device),
  },
]

function findLetterFault(receipt: ReceiptFacts): string | null {
  const used = new Set<string>()
  for (const item of receipt.items) {
    const letter = LETTERS[item.taxCode]
    if (letter === undefined) return `TAXCODE ${item.taxCode}`
    used.add(letter)
  }
  const listed = receipt.vatTotals.map((total) => total.rate)
  const same = listed.length === used.size && listed.every((letter) => used.has(letter))
  return same && new Set(listed).size === listed.length
    ? null
    : `lines ${[...used].sort().join('')}, VATTOTALS ${listed.join(',')}`
}

/** Identities of the totals, with a cent of tolerance per VAT group. */
function findTotalsFault(receipt: ReceiptFacts): string | null {
  const tolerance = receipt.vatTotals.length
  const differs = (left: number, right: number) => Math.abs(left - right) > tolerance
  const lines = sum(receipt.items.map((item) => item.cents))
  const net = sum(receipt.vatTotals.map((total) => total.netCents))
  const tax = sum(receipt.vatTotals.map((total) => total.taxCents))
  const paid = sum(receipt.payments.map((payment) => payment.cents))
  if (differs(receipt.totalInclCents, lines - receipt.discountCents)) return 'lines less discount'
  if (differs(receipt.totalExclCents, net)) return 'net amounts'
  if (differs(receipt.totalInclCents - receipt.totalExclCents, tax)) return 'tax amounts'
  return paid === receipt.totalInclCents ? null : 'payments'
}

/** Rounding per line and per letter are both in use, so a cent per line is tolerated. */
function findTaxFault(receipt: ReceiptFacts, device: DeviceRecord): string | null {
  for (const total of receipt.vatTotals) {
    const items = receipt.items.filter((item) => LETTERS[item.taxCode] === total.rate)
    const gross = total.netCents + total.taxCents
    const rate = percentOf(total, device)
    if (Math.abs(total.taxCents - (gross * rate) / (100 + rate)) > items.length) return `tax of ${total.rate}`
    const lines = sum(items.map((item) => item.cents))
    if (receipt.discountCents === 0 && Math.abs(lines - gross) > items.length) return `lines of ${total.rate}`
  }
  return null
}

function percentOf(total: VatTotal, device: DeviceRecord): number {
  if (device.vrn === '') return 0
  const { A, B, C, D } = device.taxCodes
  return { A, B, C, D }[total.rate] ?? 0
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
