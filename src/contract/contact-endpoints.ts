import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { instantField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'

export const providerContactSchema = v.object({
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  whatsapp: v.nullable(v.string()),
})

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
  /** Messages and requests that could not be mailed to the provider: its mail server refused them for good. */
  'contact.refused': endpoint({
    method: 'GET',
    path: '/api/v2/contact/refused',
    input: v.object({}),
    output: v.object({
      messages: v.array(
        v.object({
          id: idField,
          fullName: v.string(),
          email: v.string(),
          /** Empty when none was given. */
          phone: v.string(),
          message: v.string(),
          createdAt: instantField,
          refusedAt: instantField,
          /** The address of the provider that refused it. */
          refusedTo: v.string(),
        }),
      ),
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
