import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { instantField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'
import { providerContactSchema } from './provider-contact.ts'

export const registrationFormSchema = v.object({
  /** Made by the form, so that the request can be repeated after a lost answer; older apps send none. */
  id: v.optional(idField),
  fullName: textField(200),
  email: textField(254),
  phone: textField(30),
  companyName: textField(200),
  tin: textField(30),
  promoCode: textField(30),
})

const contactMessageFields = {
  id: idField,
  fullName: v.string(),
  email: v.string(),
  /** Empty when none was given. */
  phone: v.string(),
  message: v.string(),
  createdAt: instantField,
}

/** Public calls for people who want to know more, or to be registered. */
export const contactEndpoints = {
  'contact.provider': endpoint({
    method: 'GET',
    path: '/api/v2/contact',
    input: v.object({}),
    output: providerContactSchema,
    refusals: [],
    access: 'public',
  }),
  'contact.send': endpoint({
    method: 'POST',
    path: '/api/v2/contact',
    input: v.object({
      /** Made by the form, so that the message can be sent again after a lost answer; older apps send none. */
      id: v.optional(idField),
      fullName: textField(200),
      email: textField(254),
      phone: textField(30),
      message: textField(5000),
    }),
    output: v.object({}),
    refusals: [
      'CONTACT_NAME_REQUIRED',
      'CONTACT_EMAIL_REQUIRED',
      'CONTACT_PHONE_INVALID',
      'CONTACT_MESSAGE_REQUIRED',
    ],
    access: 'public',
  }),
  /**
   * Messages and requests that the provider gets by no mail: its mail server refused them for good, or the server has
   * no address to mail them to.
   */
  'contact.refused': endpoint({
    method: 'GET',
    path: '/api/v2/contact/refused',
    input: v.object({}),
    output: v.object({
      messages: v.array(
        v.object({
          ...contactMessageFields,
          refusedAt: instantField,
          /** The address of the provider that refused it. */
          refusedTo: v.string(),
        }),
      ),
      /** Those without an address to mail them to; an older server sends none. */
      unmailed: v.optional(v.array(v.object(contactMessageFields)), []),
    }),
    refusals: [],
    access: 'signed-in',
  }),
  'registration.request': endpoint({
    method: 'POST',
    path: '/api/v2/registration',
    input: registrationFormSchema,
    output: v.object({}),
    refusals: [
      'REGISTRATION_FULL_NAME',
      'REGISTRATION_EMAIL',
      'REGISTRATION_PHONE',
      'REGISTRATION_COMPANY_NAME',
      'REGISTRATION_COMPANY_NAME_TOO_LONG',
      'REGISTRATION_TIN',
      'REGISTRATION_PROMO_CODE',
      'ACCOUNT_EMAIL_REGISTERED',
    ],
    access: 'public',
  }),
}
