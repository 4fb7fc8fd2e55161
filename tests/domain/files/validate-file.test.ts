import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileTypeOf, MAX_FILE_BYTES, plainFileName, validateFile } from '#domain/files/validate-file.ts'

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

it.each([
  ['\u00ff\u00d8\u00ff\u00e0\u0000\u0010JFIF', 'image/jpeg'],
  ['\u0089PNG\r\n\u001a\n', 'image/png'],
  ['%PDF-1.4', 'application/pdf'],
  ['GIF89a', undefined],
  ['RIFF\u0000\u0000\u0000\u0000WEBP', undefined],
  ['<svg onload=alert(1)>', undefined],
  ['MZ\u0090\u0000', undefined],
  ['PK\u0003\u0004', undefined],
  ['\u0089PNG', undefined],
  ['', undefined],
])('recognizes %j as %s by its first bytes, under any name (spec §9: PDF, PNG or JPG only)', (head, type) => {
  expect(fileTypeOf(bytes(head))).toBe(type)
})

it('takes at most 5 × 1024 × 1024 bytes (tanzania-facts 11, row 22), and no empty file', () => {
  const head = bytes('%PDF-1.7')
  expect(validateFile(head, MAX_FILE_BYTES)).toEqual({ kind: 'ok', type: 'application/pdf' })
  expect(validateFile(head, MAX_FILE_BYTES + 1)).toEqual({ kind: 'refused', code: 'FILE_TOO_LARGE' })
  expect(validateFile(bytes(''), 0)).toEqual({ kind: 'refused', code: 'FILE_TYPE_NOT_ALLOWED' })
})

it('never takes what does not begin as one of the three', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), (head) => {
      const begins = (signature: string) => Buffer.from(head).indexOf(Buffer.from(signature, 'latin1')) === 0
      const allowed = ['\u00ff\u00d8\u00ff', '\u0089PNG\r\n\u001a\n', '%PDF-'].some(begins)
      expect(fileTypeOf(head) !== undefined).toBe(allowed)
    }),
  )
})

it('hands a file out under a name of our own', () => {
  expect(plainFileName(`${'ab'.repeat(32)}`, 'image/jpeg')).toBe('receipt-abababababab.jpg')
})
