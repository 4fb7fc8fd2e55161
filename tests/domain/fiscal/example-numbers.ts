import { takeFiscalNumbers } from '#domain/fiscal/fiscal-numbers.ts'
import { eat } from '../example-invoice.ts'

const taken = takeFiscalNumbers(
  { nextGc: 58, day: null, dc: 0, lastIssuedAt: null },
  'SIM7QX',
  eat('2026-03-02', '09:15:07'),
)
if (taken.kind === 'refused') throw new Error(taken.code)

/** The numbers and the seller of the shared example receipt. */
export const exampleNumbers = taken.numbers
export const exampleSeller = { tin: '999000111', regId: 'TZ0100999111', efdSerial: '10TZ199999' }
