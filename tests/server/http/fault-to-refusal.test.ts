import { expect, test } from 'vitest'
import { toRefusal } from '#server/http/fault-to-refusal.ts'
import { Refusal } from '#server/ports/refusal.ts'

function classify(error: unknown) {
  const events: object[] = []
  const { code, detail } = toRefusal(error, (event) => events.push(event), 'request-1')
  return { code, detail, events }
}
const withCode = (code: string) => Object.assign(new Error('password of Asha'), { code })

test.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '53300', '08006'])(
  'while the database is away (%s), the caller is asked to come back',
  (code) => {
    expect(classify(withCode(code))).toMatchObject({
      code: 'UNAVAILABLE',
      detail: { data: { retryAfterSeconds: 2 } },
    })
  },
)

test('a pool without a free connection asks to come back as well', () => {
  expect(classify(new Error('timeout exceeded when trying to connect')).code).toBe('UNAVAILABLE')
})

test('text that the database cannot hold is the fault of the request', () => {
  expect(classify(withCode('22021'))).toMatchObject({ code: 'REQUEST_INVALID', events: [] })
})

test('a refusal stays what it is; anything else is unexpected and goes to the log only', () => {
  const refusal = new Refusal('FORBIDDEN')
  expect(toRefusal(refusal, () => undefined, 'request-1')).toBe(refusal)
  for (const thrown of [new TypeError('secret words'), withCode('42P01'), 'text', undefined]) {
    const { code, detail, events } = classify(thrown)
    expect(code).toBe('UNEXPECTED')
    expect(JSON.stringify(detail)).toBe('{}')
    expect(events).toMatchObject([{ event: 'fault', requestId: 'request-1' }])
  }
})
