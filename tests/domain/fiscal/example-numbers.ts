import { allocateFiscalNumbers } from '#domain/fiscal/fiscal-numbers.ts'
import { eat } from '../example-invoice.ts'

const numbers = allocateFiscalNumbers(
  { nextGc: 58, day: null, dc: 0, lastIssuedAt: null },
  'SIM7QX',
  eat('2026-03-02', '09:15:07'),
)
if (numbers.kind === 'refused') throw new Error(numbers.code)

/** The numbers and the seller of the shared example receipt. */
export const exampleNumbers = numbers.numbers
export const exampleSeller = { tin: '999000111', regId: 'TZ0100999111', efdSerial: '10TZ199999' }
