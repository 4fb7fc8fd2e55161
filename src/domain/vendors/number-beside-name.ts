import { nineDigits, phoneText } from '../identity/phone.ts'
import { tinText } from '../identity/tin.ts'
import { vrnText } from '../identity/vrn.ts'
import type { Vendor } from './vendor.ts'

type Numbers = Pick<Vendor, 'taxNumber' | 'vatNumber' | 'serial' | 'phone'>

/**
 * The number by which a typed text finds a vendor, in a form that contains it as it was typed: a list of suggestions shows
 * nothing else. `undefined` where the name contains the text already, or no number does.
 */
export function numberBesideName(vendor: Numbers & Pick<Vendor, 'name'>, typed: string): string | undefined {
  const text = typed.toLowerCase()
  const contains = (form: string) => form.toLowerCase().includes(text)
  if (text.trim() === '' || contains(vendor.name)) return undefined
  return writtenForms(vendor).find(contains)
}

/** The numbers of a vendor as people write them, the printed form first. */
function writtenForms({ taxNumber, vatNumber, serial, phone }: Numbers): string[] {
  const printed = phoneText(phone)
  const digits = nineDigits(phone)
  const local = digits === '' ? [] : [printed.replace('+255 ', '0'), `0${digits}`]
  return [tinText(taxNumber), taxNumber, vrnText(vatNumber), vatNumber, serial, ...local, printed, phone]
}
