import fc from 'fast-check'
import { expect, it } from 'vitest'
import { validateEnteredCode } from '#domain/expenses/entered-code.ts'
import {
  mayBeMisread,
  ownReceiptCode,
  readReceiptCode,
  readScannedReceipt,
  validateSavedCode,
} from '#domain/expenses/receipt-code.ts'

it.each([
  ['https://verify.tra.go.tz/TEST00123_093108', 'TEST00123', '09:31:08'],
  ['verify.tra.go.tz/test00123', 'TEST00123', undefined],
  ['https://virtual.tra.go.tz/efdmsRctVerify/TEST00123456_235958', 'TEST00123456', '23:59:58'],
  ['TEST00123_093108', 'TEST00123', '09:31:08'],
  [' test00 123 ', 'TEST00123', undefined],
  // Not the authority's form: a code from another source is not shortened.
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

it('reads our own number of an expense without a receipt as itself, for any id (spec §5)', () => {
  const codeOf = (id: string) => readReceiptCode(ownReceiptCode(id))?.code
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(codeOf(id)).toBe(ownReceiptCode(id))
    }),
  )
  // Its end could be the counter of a device of the authority: found by simulated shops, one expense in thirty.
  expect(codeOf('01a1fd8c-ff07-728b-96dd-60cfd2132806')).toBe('RST-CFD2132806')
})

it('accepts only a receipt of the authority from a QR code, and ignores anything else (TRA portal)', () => {
  expect(readScannedReceipt('https://verify.tra.go.tz/TEST00123_093108')).toEqual({
    code: 'TEST00123',
    time: '09:31:08',
  })
  expect(readScannedReceipt('https://verify.tra.go.tz/TEST00123')).toEqual({
    code: 'TEST00123',
    time: undefined,
  })
  for (const other of [
    'http://www.norebbo.com',
    'https://verify.tra.go.tz/',
    'https://verify.tra.go.tz/Verify/Verified?Secret=09:31:08',
    'https://verify.tra.go.tz@evil.example/TEST00123_093108',
    'javascript:alert(1)//verify.tra.go.tz/TEST00123',
    'WIFI:S:Duka;T:WPA;P:siri;;',
    'tel:+255700000101',
    '',
  ]) {
    expect(readScannedReceipt(other)).toBeUndefined()
  }
})

it('takes links of the simulated authority only where receipts go to it', () => {
  const link = 'http://127.0.0.1:4001/efdmsRctVerify/SIM7QX58_091507'
  expect(readScannedReceipt(link)).toBeUndefined()
  expect(readScannedReceipt(link, true)).toEqual({ code: 'SIM7QX58', time: '09:15:07' })
  expect(readScannedReceipt('http://127.0.0.1:4001/elsewhere/SIM7QX58_091507', true)).toBeUndefined()
})

it('reads no hour, minute or second that there is not as a time', () => {
  expect(readReceiptCode('TEST00123_249999')?.time).toBeUndefined()
})

it('judges a typed code and time by the rule of code entry (spec §5, three readings)', () => {
  const classify = (code: string, time = '', rule: 'tra' | 'digits9' = 'tra') =>
    validateEnteredCode({ code, time }, rule, false)
  expect(classify(' test00 123', '09:31:08')).toEqual({
    ok: true,
    value: { code: 'TEST00123', time: '09:31:08' },
  })
  expect(classify('TEST00123', '09:31')).toMatchObject({ value: { time: '09:31:00' } })
  expect(classify('https://verify.tra.go.tz/TEST00123_093108')).toMatchObject({ value: { time: '09:31:08' } })
  expect(classify('TEST00', '25:00:00')).toEqual({
    ok: false,
    refusals: [
      { path: 'receiptCode', code: 'EXPENSE_CODE_TRA' },
      { path: 'time', code: 'EXPENSE_TIME_INVALID' },
    ],
  })
  expect(classify('TEST00123', '', 'digits9')).toMatchObject({ refusals: [{ code: 'EXPENSE_CODE_DIGITS9' }] })
  expect(classify('123456789', '', 'digits9')).toMatchObject({ ok: true })
})

it('judges a code that was typed by hand by the rule of that alone (tanzania-facts §11.2)', () => {
  const settings = { expenseReceiptCodeManual: 'digits9', expenseReceiptCodeCodeEntry: 'alnum9' } as const
  for (const code of ['12345678', 'TEST00123456', 'TESTA01B3']) {
    expect(validateSavedCode(code, settings, true)).toBe('EXPENSE_CODE_DIGITS9')
  }
  expect(validateSavedCode('123456789', settings, true)).toBeUndefined()
  // A scanned code and one of code entry.
  expect(validateSavedCode('TEST00123456', settings)).toBeUndefined()
  expect(validateSavedCode('TESTA01B3', settings)).toBeUndefined()
  expect(validateSavedCode('ZRB 17', settings)).toBe('EXPENSE_CODE_DIGITS9')
})

it.each([
  ['TEST00123', 'TEST00123', true],
  ['TE5TO0123', 'TEST00123', true],
  ['TE5TO0I23', 'TEST00123', false],
  ['TEST0012', 'TEST00123', false],
  ['9Z9Z9Z123', 'TEST00123', false],
])('takes %s in a picture for %s: %s', (read, code, may) => {
  expect(mayBeMisread(read, code)).toBe(may)
})
