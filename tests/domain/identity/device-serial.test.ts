import { describe, expect, it } from 'vitest'
import { isDeviceSerial, isOddDeviceSerial, normalizeDeviceSerial } from '#domain/identity/device-serial.ts'

describe('the serial of a fiscal device', () => {
  it('is stored in capitals, without blanks and dashes', () => {
    expect(normalizeDeviceSerial(' 10tz-100 001 ')).toBe('10TZ100001')
  })

  it.each([
    ['10TZ100001', true],
    ['9', true],
    ['10TZ1000012345', true],
    ['10TZ10000123456', false],
    ['', false],
    ['10TZ/100001', false],
  ])('%j has at most the 14 letters and digits of TRA’s field: %j', (serial, accepted) => {
    expect(isDeviceSerial(serial)).toBe(accepted)
  })

  it.each([
    ['10TZ100001', false],
    [' 10tz-100001 ', false],
    ['10TZ10001', true],
    ['10TZ100001234', true],
    // Refused, so that no warning is needed; or not typed yet.
    ['10TZ10000123456', false],
    ['', false],
  ])('%j deserves a warning because it has not 10 (tanzania-facts §1): %j', (typed, odd) => {
    expect(isOddDeviceSerial(typed)).toBe(odd)
  })
})
