import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, type FiscalDay, fiscalDayOf, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import {
  allocateFiscalNumbers,
  type FiscalCounter,
  type FiscalNumbers,
  verifyUrl,
} from '#domain/fiscal/fiscal-numbers.ts'
import { eat } from '../example-invoice.ts'

const fresh: FiscalCounter = { nextGc: 1, day: null, dc: 0, lastIssuedAt: null }

function take(counter: FiscalCounter, at: ReturnType<typeof eat>, code = 'SIM7QX') {
  const issued = allocateFiscalNumbers(counter, code, at)
  if (issued.kind === 'refused') throw new Error(issued.code)
  return issued
}

describe('takeFiscalNumbers (TRA guide: GC, DC, ZNUM, RCTVNUM)', () => {
  it('makes the numbers of the shared example receipt', () => {
    const { numbers } = take({ ...fresh, nextGc: 58 }, eat('2026-03-02', '09:15:07'))
    expect(numbers).toMatchObject({
      gc: 58,
      dc: 1,
      znum: '20260302',
      rctvnum: 'SIM7QX58',
      issuedDay: '2026-03-02',
      issuedTime: '09:15:07',
    })
    expect(verifyUrl('https://verify.tra.go.tz', numbers)).toBe('https://verify.tra.go.tz/SIM7QX58_091507')
    expect(verifyUrl('https://virtual.tra.go.tz/efdmsRctVerify/', numbers)).toBe(
      'https://virtual.tra.go.tz/efdmsRctVerify/SIM7QX58_091507',
    )
  })

  it('makes the public example numbers: GC 10103 at 2021-02-03 20:52:53', () => {
    const { numbers } = take({ ...fresh, nextGc: 10_103 }, eat('2021-02-03', '20:52:53'))
    expect(numbers).toMatchObject({ gc: 10_103, dc: 1, znum: '20210203', issuedTime: '20:52:53' })
  })

  it('starts the daily counter again between 23:59:58 and 00:00:03 East Africa Time', () => {
    const first = take(fresh, eat('2026-03-02', '23:59:57'))
    const second = take(first.counter, eat('2026-03-02', '23:59:58'))
    const third = take(second.counter, eat('2026-03-03', '00:00:03'))
    expect([first, second, third].map(({ numbers: { gc, dc, znum } }) => [gc, dc, znum])).toEqual([
      [1, 1, '20260302'],
      [2, 2, '20260302'],
      [3, 1, '20260303'],
    ])
  })

  it('refuses when the clock is behind the last receipt, and takes the same second again', () => {
    const { counter } = take(fresh, eat('2026-03-02', '09:15:07'))
    expect(allocateFiscalNumbers(counter, 'X', eat('2026-03-02', '09:15:06'))).toEqual({
      kind: 'refused',
      code: 'CLOCK_BEHIND_LAST_RECEIPT',
    })
    expect(take(counter, eat('2026-03-02', '09:15:07')).numbers).toMatchObject({ gc: 2, dc: 2 })
  })

  it('refuses a moment of a day that was closed already, and takes the first one after it', () => {
    const closedDay = '2026-03-02' as FiscalDay
    const refused = { kind: 'refused', code: 'CLOCK_BEHIND_LAST_RECEIPT' }
    expect(allocateFiscalNumbers(fresh, 'X', eat('2026-03-02', '23:59:59'), closedDay)).toEqual(refused)
    expect(allocateFiscalNumbers(fresh, 'X', eat('2026-03-01', '12:00:00'), closedDay)).toEqual(refused)
    expect(allocateFiscalNumbers(fresh, 'X', eat('2026-03-03', '00:00:00'), closedDay).kind).toBe('taken')
  })

  it('does not wait for years behind days that a clock closed which was far ahead', () => {
    const now = eat('2026-03-02', '12:00:00')
    expect(allocateFiscalNumbers(fresh, 'X', now, '2026-03-03' as FiscalDay).kind).toBe('refused')
    expect(allocateFiscalNumbers(fresh, 'X', now, '2026-03-04' as FiscalDay).kind).toBe('taken')
    expect(allocateFiscalNumbers(fresh, 'X', now, '2036-03-02' as FiscalDay).kind).toBe('taken')
  })

  it('leaves no gap in GC nor in the DC of any day, and never goes back in time', () => {
    const steps = fc.array(fc.integer({ min: 0, max: DAY_MS }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), steps, (firstGc, waits) => {
        let counter: FiscalCounter = { ...fresh, nextGc: firstGc }
        let now = instantMs(eat('2026-01-01', '00:00:00'))
        const issued: FiscalNumbers[] = []
        for (const wait of waits) {
          now += wait
          const step = take(counter, toInstant(now))
          counter = step.counter
          issued.push(step.numbers)
        }
        expect(issued.map(({ gc }) => gc)).toEqual(waits.map((_, index) => firstGc + index))
        const days = Map.groupBy(issued, ({ issuedDay }) => issuedDay)
        for (const [day, numbers] of days) {
          expect(numbers.map(({ dc }) => dc)).toEqual(numbers.map((_, index) => index + 1))
          for (const { issuedAt, znum } of numbers) {
            expect(fiscalDayOf(issuedAt)).toBe(day)
            expect(znum).toBe(day.replaceAll('-', ''))
          }
        }
      }),
    )
  })
})
