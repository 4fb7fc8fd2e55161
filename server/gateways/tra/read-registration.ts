import type { Registration } from '#domain/fiscal/registration.ts'
import type { DeviceIdentity } from './gateway.ts'
import type { AnswerFields } from './read-answer.ts'
import { NOT_REGISTERED } from './z-document.ts'

const LETTERS = ['A', 'B', 'C', 'D'] as const

/**
 * Reads the fields of an accepted registration, or says why it cannot be used: without these fields no receipt
 * could be numbered or sent, and the data of another taxpayer must never be stored under this one.
 */
export function readRegistration(
  fields: AnswerFields,
  device: Pick<DeviceIdentity, 'tin'>,
): Registration | { unusable: string } {
  const needed = ['REGID', 'RECEIPTCODE', 'USERNAME', 'PASSWORD', 'GC'].filter(
    (name) => fields.text(name) === '',
  )
  if (needed.length > 0) return { unusable: `the registration lacks ${needed.join(', ')}` }
  const gc = Number(fields.text('GC'))
  if (!Number.isSafeInteger(gc) || gc < 0) return { unusable: 'the registration has an unreadable GC' }
  const tin = fields.text('TIN')
  if (tin !== '' && withoutLeadingZeros(tin) !== withoutLeadingZeros(device.tin)) {
    return { unusable: 'the registration is of another TIN' }
  }
  const vrn = fields.text('VRN')
  return {
    regId: fields.text('REGID'),
    serial: fields.text('SERIAL'),
    uin: fields.text('UIN'),
    tin: device.tin,
    vrn: vrn.toUpperCase() === NOT_REGISTERED ? '' : vrn,
    name: fields.text('NAME'),
    mobile: fields.text('MOBILE'),
    address: fields.text('ADDRESS'),
    street: fields.text('STREET'),
    city: fields.text('CITY'),
    country: fields.text('COUNTRY'),
    region: fields.text('REGION'),
    receiptCode: fields.text('RECEIPTCODE'),
    routingKey: fields.text('ROUTINGKEY') || 'vfdrct',
    // TRA guide: counters start at 1, also when the answer for a new device has another value.
    gc: Math.max(gc, 1),
    taxOffice: fields.text('TAXOFFICE'),
    username: fields.text('USERNAME'),
    password: fields.text('PASSWORD'),
    tokenPath: fields.text('TOKENPATH') || 'vfdtoken',
    taxCodes: readTaxCodes(fields.group('TAXCODES')),
  }
}

/** A rate that is not a percentage is left out: the dated table then decides, a rate is never guessed. */
function readTaxCodes(codes: AnswerFields): Registration['taxCodes'] {
  const rates: Registration['taxCodes'] = {}
  for (const letter of LETTERS) {
    const text = codes.text(`CODE${letter}`)
    const percent = Number(text)
    if (/^\d{1,3}(\.\d{1,2})?$/.test(text) && percent <= 100) rates[letter] = percent
  }
  return rates
}

/** Servers that treat the TIN as a number lose its leading zeros. */
function withoutLeadingZeros(tin: string): string {
  return tin.replace(/^0+/, '')
}
