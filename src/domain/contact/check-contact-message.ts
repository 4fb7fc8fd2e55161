import { isEmail } from '../identity/email.ts'
import { normalizePhone } from '../identity/phone.ts'
import type { FieldRefusal } from '../refusal.ts'
import { oneLine } from '../text/one-line.ts'

export const CONTACT_REFUSALS = [
  'CONTACT_NAME_REQUIRED',
  'CONTACT_EMAIL_REQUIRED',
  'CONTACT_PHONE_INVALID',
  'CONTACT_MESSAGE_REQUIRED',
] as const
export type ContactRefusal = (typeof CONTACT_REFUSALS)[number]

/** The contact form as typed. The phone may be empty. */
export type ContactForm = {
  readonly fullName: string
  readonly email: string
  readonly phone: string
  readonly message: string
}

/** Numbers of other countries with their country code. */
const FOREIGN_PHONE = /^(?:\+|00)[1-9]\d{7,14}$/

/** What is wrong with a contact form (spec §5: full name, email and message required; phone optional). */
export function checkContactMessage(form: ContactForm): FieldRefusal<ContactRefusal>[] {
  const found: FieldRefusal<ContactRefusal>[] = []
  const phone = form.phone.replaceAll(/[\s().-]/g, '')
  if (oneLine(form.fullName) === '') found.push({ path: 'fullName', code: 'CONTACT_NAME_REQUIRED' })
  if (!isEmail(form.email.trim())) found.push({ path: 'email', code: 'CONTACT_EMAIL_REQUIRED' })
  if (phone !== '' && normalizePhone(phone) === undefined && !FOREIGN_PHONE.test(phone)) {
    found.push({ path: 'phone', code: 'CONTACT_PHONE_INVALID' })
  }
  if (form.message.trim() === '') found.push({ path: 'message', code: 'CONTACT_MESSAGE_REQUIRED' })
  return found
}

/** The form in stored form: one line where one is wanted, no surrounding spaces. */
export function normalizeContactMessage(form: ContactForm): ContactForm {
  return {
    fullName: oneLine(form.fullName),
    email: form.email.trim(),
    phone: normalizePhone(form.phone) ?? form.phone.trim(),
    message: form.message.trim(),
  }
}
