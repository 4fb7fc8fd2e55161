import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { createReceiptReader } from '#server/gateways/receipt-reader/live.ts'
import { makeReceipt } from '../support/made-receipts.ts'
import { fieldsOf } from '../support/read-receipt-fields.ts'
import { photographReceipt, shotOf } from '../support/receipt-pictures.ts'
import { type Bench, onceFor } from './bench.ts'
import { launchBrowser } from './support/browser.ts'

const RECEIPTS = 20
const LATEST = '2026-11-24' as FiscalDay

type Read = { readonly right: number; readonly ms: number }

/** Photos of receipts in four layouts, tilted, soft, pale and turned, each read as the server reads it. */
const readAll = onceFor(async (): Promise<readonly Read[]> => {
  const browser = await launchBrowser()
  const reader = createReceiptReader()
  const { signal } = new AbortController()
  const results: Read[] = []
  try {
    for (let number = 0; number < RECEIPTS; number += 1) {
      const made = makeReceipt(number)
      const content = await photographReceipt(browser, made, shotOf(number))
      const file = { type: 'image/jpeg', content, latest: LATEST } as const
      const start = performance.now()
      await reader.findCode(file, signal, 60_000)
      const text = await reader.readText(file, signal, 60_000)
      const ms = performance.now() - start
      const read = text === null ? {} : fieldsOf(text)
      const right = Object.entries(made.expected).filter(([name, value]) => read[name] === value).length
      results.push({ right, ms })
    }
  } finally {
    await browser.close()
  }
  return results
})

const benches: Bench[] = [
  {
    name: 'receipts-read',
    unit: 'count',
    budget: RECEIPTS,
    atLeast: true,
    note: 'of 20 photographed receipts, how many have at least 15 of 18 fields right',
    run: async (options) => [(await readAll(options)).filter(({ right }) => right >= 15).length],
  },
  {
    name: 'receipts-fields',
    unit: 'count',
    budget: 15,
    atLeast: true,
    note: 'of 18 fields of a receipt, by the letters alone',
    run: async (options) => (await readAll(options)).map(({ right }) => right),
  },
  {
    name: 'receipts-time',
    unit: 'ms',
    budget: 60_000,
    budgetedStatistic: 'max',
    note: 'QR code and text of one photo, each in a new process; a code that the authority knows ends it earlier',
    run: async (options) => (await readAll(options)).map(({ ms }) => ms),
  },
]

export default benches
