import { bareNumber } from './bare-number.ts'

/** The authority's field for a device serial holds so many characters (TRA guide). */
const MAX_DEVICE_SERIAL = 14
/** Such as 10TZ100001 (tanzania-facts §1). */
const USUAL_LENGTH = 10

/** The stored form of a device serial: capitals and digits without blanks and dashes. */
export function normalizeDeviceSerial(text: string): string {
  return bareNumber(text)
}

/** Whether a normalized serial can be one of a fiscal device. */
export function isDeviceSerial(serial: string): boolean {
  return /^[0-9A-Z]+$/.test(serial) && serial.length <= MAX_DEVICE_SERIAL
}

/** Whether a typed serial is accepted but deserves a warning: it has not the usual ten characters. */
export function isOddDeviceSerial(text: string): boolean {
  const serial = normalizeDeviceSerial(text)
  return isDeviceSerial(serial) && serial.length !== USUAL_LENGTH
}
