import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readReceiptCode } from '#domain/expenses/receipt-code.ts'

it.each([
  ['https://verify.tra.go.tz/TEST00123_093108', 'TEST00123', '09:31'],
  ['verify.tra.go.tz/test00123', 'TEST00123', undefined],
  ['https://virtual.tra.go.tz/efdmsRctVerify/TEST00123456_235958', 'TEST00123456', '23:59'],
  ['TEST00123_093108', 'TEST00123', '09:31'],
  [' test00 123 ', 'TEST00123', undefined],
  // Not the authority's form: nothing is cut off a code that somebody else made.
  ['INV_202611', 'INV_202611', undefined],
  ['Ankara  17/b', 'ANKARA 17/B', undefined],
])('reads %s as one receipt however it came (scan, paste or typing: TRA portal)', (text, code, time) => {
  expect(readReceiptCode(text)).toEqual({ code, time })
})

it('takes no link to anywhere else', () => {
  expect(readReceiptCode('https://verify.tra.go.tz.example.com/TEST00123')).toBeUndefined()
  expect(readReceiptCode('http://evil.example/TEST00123_093108')).toBeUndefined()
  expect(readReceiptCode('ftp://verify.tra.go.tz/TEST00123')).toBeUndefined()
})

it('reads its own stored form as itself', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      const once = readReceiptCode(text)
      if (once) expect(readReceiptCode(once.code)?.code).toBe(once.code)
    }),
  )
})
